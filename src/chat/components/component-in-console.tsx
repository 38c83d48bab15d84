import { Button } from '../../ui/controls/button.tsx'
import { JsonView } from '../../ui/page/json-view.tsx'
import { DrawnComponent, type DrawnComponentProps } from './drawn-component.tsx'

type ComponentInConsoleProps = Omit<DrawnComponentProps, 'place' | 'instead'>

/** One component in a frame of the console, or in its place what it would be drawn with. */
export function ComponentInConsole(props: ComponentInConsoleProps) {
  const { said } = props
  const { name } = said
  return (
    <DrawnComponent
      {...props}
      place={placeOf(name)}
      instead={(reason, onAgain) => (
        <>
          <p className="mb-1 flex flex-wrap items-center gap-2 text-ink-3 text-sm">
            The component “{name}” cannot be drawn: {reason}
            {onAgain && (
              <Button size="sm" onClick={onAgain}>
                Try again
              </Button>
            )}
          </p>
          <JsonView value={said.props} label={`what ${name} would show`} />
        </>
      )}
    />
  )
}

/** Of the console, below the path that its pages are under. */
function placeOf(name: string) {
  const base = document.querySelector<HTMLMetaElement>('meta[name="quarterdeck-base"]')?.content
  return {
    src: `${base ?? ''}/component-frame.html`,
    title: `Component ${name}`,
    themed: document.documentElement,
  }
}
