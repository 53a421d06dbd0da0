import type { Block, RichTextElement, RichTextInline } from '#types'

/** What one top-level construct of Markdown becomes, before neighbours are joined to blocks. */
export type BlockFragment =
  | { kind: 'paragraph'; elements: RichTextInline[] }
  | { kind: 'rich'; elements: RichTextElement[] }
  | { kind: 'block'; block: Block }
