/** A role that an element has already, told since it is drawn as something else than a part of a table. */
export function role(name: string) {
  return { role: name }
}
