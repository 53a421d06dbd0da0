import type { RichTextBlock } from '@rivulet/blocks/types'

/** What a person wrote, as it is sent: Markdown, or one rich text. */
export type Written = { text: string; blocks?: [RichTextBlock] }
