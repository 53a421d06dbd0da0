import type {
  ActionsBlockElement,
  AnyChunk,
  BlocksChunk,
  ContextActionsBlockElement,
  HomeView,
  InputBlockElement,
  KnownBlock,
  ModalView,
  RichTextBlockElement,
  RichTextElement as OfficialInline,
} from '@slack/types'
import { describe, expect, test } from 'vitest'
import { checkBlocks, checkChunks, checkView } from '#check'
import type { Block, Chunk, PlanTask, RichTextElement, RichTextInline, View } from '#types'
import { allActionElements, allContextActionElements, allElementBlocks, allInputElements } from '#samples/allElements'

// Compiling is the test: our types accept what the official types accept. Where the official types are wider than what the
// service accepts, they are narrowed first; docs/spec/official-types.md lists each such place.
type Official<T extends KnownBlock['type']> = Extract<KnownBlock, { type: T }>
type Narrowed<B, T> = Omit<B, keyof T> & T
type OfficialBlock =
  | Exclude<KnownBlock, Official<'plan'> | Official<'file'> | Official<'container'>>
  | Narrowed<Official<'plan'>, { tasks?: PlanTask[] }>
  | OfficialFile
  | Narrowed<Official<'container'>, { child_blocks: OfficialChild[] }>
type OfficialFile = Narrowed<Official<'file'>, { source: 'remote' }>
type OfficialChild = Exclude<Official<'container'>['child_blocks'][number], Official<'file'>> | OfficialFile

export const acceptedBlock = (block: OfficialBlock): Block => block
type OfficialChunk = Exclude<AnyChunk, BlocksChunk> | Narrowed<BlocksChunk, { blocks: OfficialBlock[] }>
const acceptedChunk = (chunk: OfficialChunk): Chunk => chunk
type OfficialView = Narrowed<HomeView, { blocks: OfficialBlock[] }> | Narrowed<ModalView, { blocks: OfficialBlock[] }>
const acceptedView = (view: OfficialView): View => view

// The fields and types that only ours have; docs/spec/official-types.md lists them too.
type KeysOf<T> = T extends unknown ? keyof T : never
type Named<T, N> = T extends { type: infer Names } ? (N extends Names ? T : never) : never
type Newer<Ours, Theirs extends { type: string }> = {
  [N in Theirs['type']]: Exclude<KeysOf<Named<Ours, N>>, KeysOf<Extract<Theirs, { type: N }>>>
}
type Filled<T> = { [K in keyof T as [T[K]] extends [never] ? never : K]: T[K] }
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false

export const newerFields: [
  Same<
    Filled<Newer<Block, KnownBlock>>,
    { header: 'level'; card: 'subtext' | 'slack_icon'; plan: 'status'; task_card: 'icon' | 'hide_title' }
  >,
  Same<
    Filled<Newer<RichTextElement, RichTextBlockElement>>,
    { rich_text_list: 'offset'; rich_text_preformatted: 'language' }
  >,
  Same<
    Filled<Newer<RichTextInline, OfficialInline>>,
    {
      channel: 'tab_id' | 'from_llm'
      date: 'timezone'
      emoji: 'skin_tone'
      link: 'from_llm' | 'is_slack_url' | 'truncated'
      team: 'text' | 'label' | 'url' | 'fallback' | 'name'
      user: 'from_llm'
      usergroup: 'from_llm'
    }
  >,
  Same<Exclude<Block['type'], KnownBlock['type']>, 'call' | 'data_visualization' | 'share_shortcut'>,
] = [true, true, true, true]

const details = {
  type: 'rich_text' as const,
  elements: [{ type: 'rich_text_section' as const, elements: [{ type: 'text' as const, text: 'd' }] }],
}
/** The elements that both an actions block and an input block can hold. */
const choices = {
  channels_select: true,
  checkboxes: true,
  conversations_select: true,
  datepicker: true,
  datetimepicker: true,
  external_select: true,
  multi_channels_select: true,
  multi_conversations_select: true,
  multi_external_select: true,
  multi_static_select: true,
  multi_users_select: true,
  radio_buttons: true,
  rich_text_input: true,
  static_select: true,
  timepicker: true,
  users_select: true,
} as const
const plain = (text: string) => ({ type: 'plain_text' as const, text })

const blocks: KnownBlock[] = [
  { type: 'section', text: plain('a'), accessory: { type: 'button', text: plain('b'), action_id: 'c' } },
  { type: 'header', text: plain('a') },
  { type: 'divider' },
  { type: 'context', elements: [plain('a'), { type: 'image', image_url: 'https://a.b/c.png', alt_text: 'd' }] },
  { type: 'image', image_url: 'https://a.b/c.png', alt_text: 'd' },
  {
    type: 'actions',
    elements: [{ type: 'static_select', options: [{ text: plain('a'), value: 'b' }] }, { type: 'datepicker' }],
  },
  { type: 'markdown', text: '**a**' },
  { type: 'table', rows: [[{ type: 'raw_text', text: 'a' }]], column_settings: [{ align: 'right' }] },
  {
    type: 'task_card',
    task_id: '1',
    title: 'a',
    status: 'complete',
    details,
    sources: [{ type: 'url', url: 'https://a.b', text: 'c' }],
  },
  { type: 'plan', title: 'a', tasks: [{ type: 'task_card', task_id: '1', title: 'b', status: 'pending' }] },
  {
    type: 'context_actions',
    elements: [
      {
        type: 'feedback_buttons',
        positive_button: { text: plain('+'), value: 'p' },
        negative_button: { text: plain('-'), value: 'n' },
      },
      { type: 'icon_button', icon: 'trash', text: plain('Delete') },
    ],
  },
  { type: 'video', video_url: 'https://a.b/v', thumbnail_url: 'https://a.b/t', alt_text: 'a', title: plain('b') },
  { type: 'input', label: plain('a'), element: { type: 'plain_text_input' } },
  details,
  { type: 'file', external_id: 'a', source: 'remote' },
  { type: 'alert', text: plain('a'), level: 'warning' },
  { type: 'card', title: { type: 'mrkdwn', text: 'a' } },
  { type: 'carousel', elements: [{ type: 'card', title: { type: 'mrkdwn', text: 'a' } }] },
  { type: 'container', title: plain('a'), child_blocks: [{ type: 'divider' }] },
  {
    type: 'data_table',
    caption: 'a',
    rows: [[{ type: 'raw_text', text: 'a' }], [{ type: 'raw_number', value: 1, text: '1' }]],
  },
]

describe('values of the official types', () => {
  test.each(blocks)('are accepted as blocks: $type', (block) => {
    expect(checkBlocks([block], '', surfaceOf(block))).toEqual({ ok: true, value: [block] })
  })

  test('include an example of every block type', () => {
    const types: Record<KnownBlock['type'], true> = {
      actions: true,
      alert: true,
      card: true,
      carousel: true,
      container: true,
      context: true,
      context_actions: true,
      data_table: true,
      divider: true,
      file: true,
      header: true,
      image: true,
      input: true,
      markdown: true,
      plan: true,
      rich_text: true,
      section: true,
      table: true,
      task_card: true,
      video: true,
    }
    expect(blocks.map(({ type }) => type).sort()).toEqual(Object.keys(types))
  })

  test('are accepted as elements of every type', () => {
    const actions: Record<ActionsBlockElement['type'], true> = {
      ...choices,
      button: true,
      overflow: true,
      workflow_button: true,
    }
    const inputs: Record<InputBlockElement['type'], true> = {
      ...choices,
      email_text_input: true,
      file_input: true,
      number_input: true,
      plain_text_input: true,
      url_text_input: true,
    }
    const others: Record<ContextActionsBlockElement['type'], true> = { feedback_buttons: true, icon_button: true }
    for (const [elements, types] of [
      [allActionElements, actions],
      [allInputElements, inputs],
      [allContextActionElements, others],
    ] as const) {
      expect([...new Set(elements.map(({ type }) => type))].sort()).toEqual(Object.keys(types).sort())
    }
    for (const block of allElementBlocks)
      expect(checkBlocks([block], '', surfaceOf(block))).toEqual({ ok: true, value: [block] })
  })

  test('are accepted as views', () => {
    const view = acceptedView({ type: 'modal', title: plain('a'), blocks: [{ type: 'divider' }], clear_on_close: true })
    expect(checkView(view)).toEqual({ ok: true, value: view })
  })

  test('are accepted as chunks', () => {
    const chunk = acceptedChunk({
      type: 'task_update',
      id: '1',
      title: 'a',
      status: 'pending',
      sources: [{ type: 'url', url: 'https://a.b', text: 'c' }],
    })
    const inMessages = blocks.filter(({ type }) => type !== 'alert')
    expect(checkChunks([chunk, { type: 'blocks', blocks: inMessages }])).toMatchObject({ ok: true })
  })
})

/** A surface that the block may be on. */
function surfaceOf(block: KnownBlock | Block) {
  const isInModals = block.type === 'alert' || block.type === 'input'
  return isInModals ? 'modal' : 'message'
}
