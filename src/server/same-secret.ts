import { createHmac, timingSafeEqual } from 'node:crypto'

/** Compares without telling by its time how much was right. */
export function isSameSecret(given: string, expected: string): boolean {
  const mac = (text: string) => createHmac('sha256', 'compare').update(text).digest()
  return timingSafeEqual(mac(given), mac(expected))
}
