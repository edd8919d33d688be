import { fileURLToPath } from 'node:url'

/** Path of a file of the recorded fixture. */
export function fixture(name: string): string {
  return fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url))
}
