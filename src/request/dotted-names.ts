/** Names of form fields with dots: Strapi reads `data.seo.metaTitle` as `data[seo][metaTitle]`. */

const BRACKET = /(\[|\]|%5B|%5D)/i

/** A form, with brackets in place of these dots. A dot inside brackets, and one in a value, is a part of it. */
export function withBrackets(form: string): string {
  return form.replace(/(^|&)([^&=]+)/g, (_, separator: string, name: string) => separator + bracketed(name))
}

function bracketed(name: string): string {
  if (!name.includes('.')) return name
  let open = 0
  const parts = name.split(BRACKET).map((part) => {
    if (part === '[' || part.toUpperCase() === '%5B') open += 1
    else if (part === ']' || part.toUpperCase() === '%5D') open = Math.max(0, open - 1)
    return open === 0 ? part.replace(/\.([^.]+)/g, '[$1]') : part
  })
  return parts.join('')
}
