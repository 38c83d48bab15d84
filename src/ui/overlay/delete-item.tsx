import { Trash2 } from 'lucide-react'
import { MenuItem, type MenuItemProps } from './menu.tsx'

type DeleteItemProps = Omit<MenuItemProps, 'icon' | 'tone' | 'children'> & { children?: string }

/** The item of a Menu that deletes what the menu is about, once it is asked. */
export function DeleteItem({ children = 'Delete…', ...item }: DeleteItemProps) {
  return (
    <MenuItem {...item} tone="danger" icon={<Trash2 aria-hidden size={14} strokeWidth={1.8} />}>
      {children}
    </MenuItem>
  )
}
