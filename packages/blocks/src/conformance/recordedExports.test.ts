import { expect, test } from 'vitest'
import type { Block, RichTextBlock, RichTextElement, RichTextInline, RichTextStyle } from '#types'
import { mrkdwnFromBlocks } from '#mrkdwn'

const bold = { bold: true }
const italic = { italic: true }
const strike = { strike: true }

/** github.com/zulip/zulip, zerver/tests/fixtures/slack_fixtures/exported_messages_fixtures, February to April 2026. */
const zulipExports: Record<string, { blocks: Block[]; text: string }> = {
  basic_formatting: {
    blocks: [
      rich(section(text('Hello there, I am a basic rich text block!'))),
      rich(section(text('Hello there, '), text('I am a bold rich text block!', bold))),
      rich(section(text('Hello there, '), text('I am an italic rich text block!', italic))),
      rich(section(text('Hello there, '), text('I am a strikethrough rich text block!', strike))),
    ],
    text: 'Hello there, I am a basic rich text block! Hello there, *I am a bold rich text block!* Hello there, _I am an italic rich text block!_ Hello there, ~I am a strikethrough rich text block!~',
  },
  // The service adds ", with interactive elements".
  varying_block_types: {
    blocks: [
      rich(section(text('Hello there, '), text('I am a bold rich text block!', bold))),
      { type: 'divider' },
      {
        type: 'section',
        text: { type: 'mrkdwn', text: 'This is :ghost: *bold*, and <https://google.com|a link>', verbatim: false },
      },
      { type: 'header', text: { type: 'plain_text', text: 'This is a header block', emoji: true } },
      { type: 'table', rows: [[rich(section(text('Header 1', bold)))], [rich(section(text('Datum 1')))]] },
    ],
    text: 'Hello there, *I am a bold rich text block!* This is :ghost: *bold*, and <https://google.com|a link> This is a header block',
  },
  emojis: {
    blocks: [
      rich(
        section(
          text('Hello there! Here are some emojis '),
          { type: 'emoji', name: 'basketball', unicode: '1f3c0' },
          text(' '),
          { type: 'emoji', name: 'checkered_flag', unicode: '1f3c1' },
        ),
      ),
    ],
    text: 'Hello there! Here are some emojis :basketball: :checkered_flag:',
  },
  links: {
    blocks: [
      rich(
        section(
          link(),
          text('\n'),
          link(bold),
          text('\n'),
          link(italic),
          text('\n'),
          link({ underline: true }),
          text('\n'),
          link(strike),
        ),
      ),
    ],
    text: [
      '<https://chat.zulip.org/|Text with a link>',
      '*<https://chat.zulip.org/|Text with a link>*',
      '_<https://chat.zulip.org/|Text with a link>_',
      '<https://chat.zulip.org/|Text with a link>',
      '~<https://chat.zulip.org/|Text with a link>~',
    ].join('\n'),
  },
}

test.each(Object.entries(zulipExports))('[RT-14] the text of the recorded message_with_%s', (_, { blocks, text }) => {
  expect(mrkdwnFromBlocks(blocks)).toBe(text)
})

function text(text: string, style?: RichTextStyle): RichTextInline {
  return style ? { type: 'text', text, style } : { type: 'text', text }
}

function section(...elements: RichTextInline[]) {
  return { type: 'rich_text_section' as const, elements }
}

function rich(...elements: RichTextElement[]): RichTextBlock {
  return { type: 'rich_text', elements }
}

function link(style?: RichTextStyle): RichTextInline {
  return { type: 'link', url: 'https://chat.zulip.org/', text: 'Text with a link', ...(style ? { style } : {}) }
}
