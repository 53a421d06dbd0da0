import type { RichTextPreformatted } from '#block'
import type { Node } from './tree.ts'

/** A code block, without the newline that ends its last line; an empty one shows nothing. */
export function codeOf({ token }: Node): RichTextPreformatted | undefined {
  const text = token.content.replace(/\n$/, '')
  if (text === '') return undefined
  const language = /^[A-Za-z0-9+#._-]{1,50}(?=\s|$)/.exec(token.info.trim())?.[0]
  return { ...preformatted(text), ...(language === undefined ? {} : { language }) }
}

export function preformatted(text: string): RichTextPreformatted {
  return { type: 'rich_text_preformatted', elements: [{ type: 'text', text }], border: 0 }
}
