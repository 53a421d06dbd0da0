import { describe, expect, test } from 'vitest'
import type { RichTextElement, RichTextInline, RichTextStyle } from '#types'
import { checkBlocks } from '#check'
import { mrkdwnFromBlocks } from '#mrkdwn'

/** A message that a person wrote on the public service: its blocks, and the `text` that the service made of them. */
type Recorded = { elements: RichTextElement[]; text: string }

const bold = { bold: true }
const italic = { italic: true }
const strike = { strike: true }
const all = { ...bold, ...italic, ...strike }
const [scout, mirror, ana] = ['U074VRHQ11T', 'U074G5E1ANR', 'U06NU4E26M9']
const names: Record<string, string> = { C06P6T3QGD7: 'general', C06NRA6JLER: 'zulip-mirror' }

/** github.com/zulip/zulip, zerver/webhooks/slack/fixtures/message_with_<name>.json, June 2024. */
const zulip: Record<string, Recorded> = {
  normal_text: {
    elements: [section(text('Hello, this is a normal text message'))],
    text: 'Hello, this is a normal text message',
  },
  formatted_texts: {
    elements: [section(text('Bold text ', bold), text('italic text ', italic), text('strikethrough', strike))],
    text: '*Bold text* _italic text_ ~strikethrough~',
  },
  complex_formatted_texts: {
    elements: [
      section(
        text('this is text messages with overlapping formatting\n'),
        text('bold with italic', { ...bold, ...italic }),
        text('\n'),
        text('bold with strike through', { ...bold, ...strike }),
        text('\n'),
        text('italic with strike through', { ...italic, ...strike }),
        text('\n'),
        text('all three', all),
      ),
    ],
    text: [
      'this is text messages with overlapping formatting',
      '_*bold with italic*_',
      '~*bold with strike through*~',
      '~_italic with strike through_~',
      '~_*all three*_~',
    ].join('\n'),
  },
  complex_formatted_mentions: {
    elements: [
      section(
        { type: 'user', user_id: scout, style: all },
        text(' ', all),
        { type: 'channel', channel_id: 'C06P6T3QGD7', style: all },
        text(' ', all),
        { type: 'broadcast', range: 'channel', style: all },
        text(' ', all),
      ),
    ],
    text: '~_*<@U074VRHQ11T>*_~ ~_*<#C06P6T3QGD7|general>*_~ ~_*<!channel>*_~ ',
  },
  user_mentions: {
    elements: [
      section(
        { type: 'user', user_id: scout },
        text(' '),
        { type: 'user', user_id: mirror },
        text(' '),
        { type: 'user', user_id: ana },
        text(' hello, this is a message with mentions'),
      ),
    ],
    text: '<@U074VRHQ11T> <@U074G5E1ANR> <@U06NU4E26M9> hello, this is a message with mentions',
  },
  channel_mentions: {
    elements: [
      section(
        { type: 'channel', channel_id: 'C06NRA6JLER' },
        text(' '),
        { type: 'channel', channel_id: 'C06P6T3QGD7' },
        text(' message with channel mentions'),
      ),
    ],
    text: '<#C06NRA6JLER|zulip-mirror> <#C06P6T3QGD7|general> message with channel mentions',
  },
  channel_and_user_mentions: {
    elements: [
      section(
        { type: 'user', user_id: scout },
        text(' '),
        { type: 'channel', channel_id: 'C06P6T3QGD7' },
        text(' message with both channel and user mentions'),
      ),
    ],
    text: '<@U074VRHQ11T> <#C06P6T3QGD7|general> message with both channel and user mentions',
  },
  // The words in between are shortened.
  workspace_mentions: {
    elements: [
      section(
        { type: 'broadcast', range: 'channel' },
        text(' '),
        { type: 'broadcast', range: 'here' },
        text(' Sorry for mentioning. '),
        { type: 'emoji', name: 'bow', unicode: '1f647' },
      ),
    ],
    text: '<!channel> <!here> Sorry for mentioning. :bow:',
  },
  inline_code: {
    elements: [section(text('asdasda this is a code block', { code: true }))],
    text: '`asdasda this is a code block`',
  },
  // The lines between the first and the last line of the function are left out.
  code_block: {
    elements: [
      {
        type: 'rich_text_preformatted',
        elements: [text('def is_bot_message(payload: WildValue) -> bool:\n    return bot_app_id is not None')],
        border: 0,
      },
    ],
    text: '```def is_bot_message(payload: WildValue) -&gt; bool:\n    return bot_app_id is not None```',
  },
  quote_block: {
    elements: [{ type: 'rich_text_quote', elements: [text('This is a quote')] }],
    text: '&gt; This is a quote',
  },
  bullet_points: {
    elements: [list('bullet', 0, 'list three', 'list two')],
    text: '• list three\n• list two',
  },
  ordered_list: {
    elements: [list('ordered', 0, 'point one', 'point two', 'mix both', 'pour water', 'etc')],
    text: '1. point one\n2. point two\n3. mix both\n4. pour water\n5. etc',
  },
}

const elsewhere: [string, Recorded][] = [
  [
    'github.com/slackapi/java-slack-sdk, BlockKitTest.parseRichTextOnes5, October 2025: underline has no mark',
    { elements: [section(text('this is underline', { underline: true }))], text: 'this is underline' },
  ],
  [
    'github.com/slackapi/java-slack-sdk, BlockKitTest.parseRichTextOnes2: a link without a label; its text is the documented one',
    { elements: [section({ type: 'link', url: 'https://github.com/' })], text: '<https://github.com/>' },
  ],
  [
    'a message with bullets three deep',
    {
      elements: [
        section(text('testing:\n')),
        list('bullet', 0, 'with'),
        list('bullet', 1, 'nested'),
        list('bullet', 2, 'here'),
      ],
      text: 'testing:\n• with\n    ◦ nested\n        ▪︎ here',
    },
  ],
  [
    'a message with numbers three deep',
    {
      elements: [list('ordered', 0, 'with ordered'), list('ordered', 1, 'here'), list('ordered', 2, 'and now')],
      text: '1. with ordered\n    a. here\n        i. and now',
    },
  ],
]

describe('the text of recorded messages', () => {
  test.each(Object.entries(zulip))('message_with_%s', (_, recorded) => {
    expect(written(recorded.elements)).toBe(recorded.text)
  })

  test.each(elsewhere)('%s', (_, recorded) => {
    expect(written(recorded.elements)).toBe(recorded.text)
  })

  test('comes from valid blocks', () => {
    for (const { elements } of [...Object.values(zulip), ...elsewhere.map(([, recorded]) => recorded)]) {
      expect(checkBlocks([{ type: 'rich_text', elements }])).toMatchObject({ ok: true })
    }
  })
})

function written(elements: RichTextElement[]): string {
  return mrkdwnFromBlocks([{ type: 'rich_text', elements }], { channel: (id) => names[id] })
}

function text(text: string, style?: RichTextStyle): RichTextInline {
  return style ? { type: 'text', text, style } : { type: 'text', text }
}

function section(...elements: RichTextInline[]) {
  return { type: 'rich_text_section' as const, elements }
}

function list(style: 'bullet' | 'ordered', indent: number, ...items: string[]) {
  return {
    type: 'rich_text_list' as const,
    elements: items.map((item) => section(text(item))),
    style,
    indent,
    border: 0 as const,
  }
}
