import { extname, join, sep } from 'node:path'

/**
 * The compiled path of a file in Strapi: `__dirname` of a TypeScript file in `config` is its folder in `dist`. The database
 * file of nearly every TypeScript project is named from there: `path.join(__dirname, '..', '..', '.tmp/data.db')`.
 */
export function compiledPlace(file: string): string {
  const at = file.lastIndexOf(`${sep}config${sep}`)
  if (at === -1 || !/^\.[mc]?ts$/.test(extname(file))) return file
  return join(file.slice(0, at), 'dist', `${file.slice(at, -extname(file).length)}.js`)
}
