import { useState } from 'react'

/**
 * Which object of a list is being changed, or that a new one is made. Its window is drawn by the page and not by the
 * object's row, so that an object that others delete takes nothing that is typed with it.
 * @param objects those that are there
 * @returns `edited`: what the window of the form takes, `undefined` while none is open
 */
export function useEdited<Of>(objects: readonly Of[] | undefined, idOf: (object: Of) => string) {
  const [id, setId] = useState<string | null | undefined>(undefined)
  const object = objects?.find((one) => idOf(one) === id)
  return {
    edited: id === undefined ? undefined : { object, isGone: id !== null && !object },
    edit: (object: Of) => setId(idOf(object)),
    make: () => setId(null),
    close: () => setId(undefined),
  }
}
