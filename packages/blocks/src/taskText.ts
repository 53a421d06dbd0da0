import type { RichTextBlock } from '#block'

export function richTextFromMarkdown(source: string): RichTextBlock {
  return {
    type: 'rich_text',
    elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: source }] }],
  }
}
