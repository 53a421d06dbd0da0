import type { RichTextPreformatted } from '#types'

/** Converts a code block, without the newline at its end; undefined if it is empty. */
export function codeOf({ content, info }: { content: string; info: string }): RichTextPreformatted | undefined {
  const text = content.endsWith('\n') ? content.slice(0, -1) : content
  if (text === '') return undefined
  const language = /^[A-Za-z0-9+#._-]{1,50}(?=\s|$)/.exec(info.trim())?.[0]
  return { ...preformatted(text), ...(language === undefined ? {} : { language }) }
}

export function preformatted(text: string): RichTextPreformatted {
  return { type: 'rich_text_preformatted', elements: [{ type: 'text', text }], border: 0 }
}
