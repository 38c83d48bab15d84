import { useParams } from 'react-router-dom'

/** A part of the path that the route's pattern names. Throws when the pattern has none of that name. */
export function useParam(name: string): string {
  const value = useParams()[name]
  if (!value) throw new Error(`This route has no ${name} in its path.`)
  return value
}
