import type { Block, Button, RichTextBlock, RichTextInline } from '#types'

const plain = (text: string) => ({ type: 'plain_text' as const, text })
const mrkdwn = (text: string) => ({ type: 'mrkdwn' as const, text })
const section = (...elements: RichTextInline[]) => ({ type: 'rich_text_section' as const, elements })
const richText = (text: string): RichTextBlock => ({ type: 'rich_text', elements: [section({ type: 'text', text })] })
const picture = 'https://example.com/picture.png'
const confirm = { title: plain('Sure?'), text: mrkdwn('*Book* it'), confirm: plain('Yes'), deny: plain('No') }
const button: Button = { type: 'button', text: plain('Book it'), action_id: 'book', style: 'primary', confirm }
const options = ['One', 'Two'].map((text) => ({ text: plain(text), value: text, description: plain(`${text} of two`) }))

/** An inline element of every type. */
export const allInlineElements: RichTextInline[] = [
  { type: 'text', text: 'Plain, ' },
  { type: 'text', text: 'every style', style: { bold: true, italic: true, strike: true, underline: true } },
  { type: 'text', text: ' code ', style: { code: true } },
  { type: 'text', text: 'marked', style: { highlight: true } },
  { type: 'link', url: 'https://example.com/a?b=c', text: 'a link' },
  { type: 'link', url: 'https://example.com', text: 'careful', unsafe: true },
  { type: 'user', user_id: 'U1' },
  { type: 'usergroup', usergroup_id: 'S1' },
  { type: 'channel', channel_id: 'C1', tab_id: 'Ct1', style: { bold: true } },
  { type: 'broadcast', range: 'here' },
  { type: 'color', value: '#F405B3' },
  {
    type: 'date',
    timestamp: 1392734382,
    format: '{date_short} at {time}',
    fallback: 'Feb 18',
    url: picture,
    timezone: 'UTC',
  },
  { type: 'emoji', name: 'wave', skin_tone: 3, unicode: '1f44b-1f3fc', url: picture },
  { type: 'citation', text: '[1]', url: 'https://example.com/source' },
  { type: 'team', name: 'Acme' },
  { type: 'file', fallback: 'plan.pdf' },
  { type: 'canvas', text: 'Launch plan', label: 'Launch plan', url: 'https://example.com/canvas' },
  { type: 'canvas_user_mention', text: 'Ana in the plan' },
  { type: 'canvas_message_unfurl', text: 'Ben wrote', url: 'https://example.com/message' },
  { type: 'list_record', name: 'Row 7' },
  { type: 'message_mention', text: 'a message', url: 'https://example.com/message' },
  { type: 'attachment_mention', fallback: 'An attachment' },
  { type: 'work_object_mention', text: 'Ticket 12', url: 'https://example.com/ticket' },
  { type: 'workflow_mention', name: 'Onboarding' },
  { type: 'tag', text: 'urgent' },
  { type: 'salesforce_data_field', text: 'Stage: won' },
]

/** A block of every type that a message can hold, with every element of rich text. */
export const allBlocks: Block[] = [
  {
    type: 'rich_text',
    elements: [
      section(...allInlineElements.flatMap((inline): RichTextInline[] => [inline, { type: 'text', text: ' ' }])),
      { type: 'rich_text_list', style: 'ordered', indent: 0, elements: [section({ type: 'text', text: 'one' })] },
      { type: 'rich_text_list', style: 'bullet', indent: 1, elements: [section({ type: 'text', text: 'deeper' })] },
      {
        type: 'rich_text_list',
        style: 'ordered',
        indent: 0,
        elements: [section({ type: 'text', text: 'two' })],
        border: 1,
      },
      { type: 'rich_text_quote', elements: allInlineElements.slice(0, 2), border: 1 },
      {
        type: 'rich_text_preformatted',
        elements: [{ type: 'text', text: 'let a = "<b>"\n' }],
        language: 'js',
        border: 0,
      },
    ],
  },
  {
    type: 'section',
    text: mrkdwn('A *section* with <https://example.com|a link> :wave:'),
    fields: [mrkdwn('*Field*\nvalue'), plain('Plain :tada:')],
    accessory: { type: 'image', image_url: picture, alt_text: 'A picture' },
  },
  {
    type: 'section',
    text: plain('Pick one'),
    accessory: { type: 'static_select', action_id: 'which', options, placeholder: plain('Which?') },
  },
  { type: 'header', text: plain('A header'), level: 1 },
  { type: 'divider' },
  { type: 'context', elements: [mrkdwn('Some _context_'), { type: 'image', image_url: picture, alt_text: 'An icon' }] },
  { type: 'image', slack_file: { id: 'F1' }, alt_text: 'A file' },
  { type: 'image', slack_file: { url: 'https://example.com/files/F1' }, alt_text: 'A file by its address' },
  {
    type: 'image',
    image_url: picture,
    alt_text: 'A picture',
    title: plain('Its title'),
  },
  {
    type: 'actions',
    elements: [
      button,
      {
        ...button,
        action_id: 'read',
        text: plain('Read'),
        url: 'https://example.com',
        style: 'danger',
        accessibility_label: 'Read more',
      },
      {
        type: 'workflow_button',
        text: plain('Run'),
        confirm,
        workflow: { trigger: { url: picture, customizable_input_parameters: [{ name: 'who', value: 'Ana' }] } },
      },
      { type: 'overflow', options },
      { type: 'checkboxes', options },
      { type: 'datepicker' },
      { type: 'rich_text_input', action_id: 'words', placeholder: plain('Write') },
    ],
  },
  { type: 'markdown', text: '## Markdown\n\n- [x] **done**\n- [ ] `not`\n\n| a | b |\n|---|--:|\n| 1 | 2 |' },
  {
    type: 'table',
    rows: [
      [
        { type: 'raw_text', text: 'Name' },
        { type: 'raw_text', text: 'Count' },
      ],
      [richText('rich'), { type: 'raw_number', value: 7, text: '7' }],
    ],
    column_settings: [null, { align: 'right', is_wrapped: true }],
  },
  {
    type: 'data_table',
    caption: 'A data table',
    rows: [
      [
        { type: 'raw_text', text: 'Name' },
        { type: 'raw_text', text: 'Count' },
      ],
      [
        { type: 'raw_text', text: 'row' },
        { type: 'raw_number', value: 7, text: '7' },
      ],
    ],
  },
  {
    type: 'task_card',
    task_id: '1',
    title: 'Search',
    status: 'error',
    details: richText('Looked everywhere'),
    output: richText('Found nothing'),
    sources: [{ type: 'url', url: 'https://example.com', text: 'Example' }],
  },
  {
    type: 'data_visualization',
    title: 'Visitors',
    chart: {
      type: 'bar',
      series: ['Ana', 'Ben'].map((name, i) => ({
        name,
        data: ['Mon', 'Tue', 'Wed'].map((label, j) => ({ label, value: (i + 1) * (j + 2) })),
      })),
      axis_config: { categories: ['Mon', 'Tue', 'Wed'], x_label: 'Day', y_label: 'Visitors' },
    },
  },
  {
    type: 'data_visualization',
    title: 'Pies',
    chart: { type: 'pie', segments: ['Apple', 'Cherry'].map((label, i) => ({ label, value: i + 1 })) },
  },
  {
    type: 'plan',
    title: 'The plan',
    status: 'in_progress',
    tasks: [
      { task_id: '2', title: 'First', status: 'complete' },
      { task_id: '3', title: 'Second', status: 'pending' },
    ],
  },
  {
    type: 'context_actions',
    elements: [
      {
        type: 'feedback_buttons',
        positive_button: { text: plain('Good'), value: 'good', accessibility_label: 'A good answer' },
        negative_button: { text: plain('Bad'), value: 'bad' },
      },
      { type: 'icon_button', icon: 'trash', text: plain('Delete') },
    ],
  },
  {
    type: 'video',
    alt_text: 'A video',
    title: plain('The film'),
    thumbnail_url: picture,
    video_url: 'https://example.com/video',
    description: plain('What it is about'),
    author_name: 'Ana',
    provider_name: 'Example',
    title_url: 'https://example.com/film',
    provider_icon_url: picture,
  },
  { type: 'file', external_id: 'F1', source: 'remote' },
  {
    type: 'input',
    label: plain('Your name'),
    element: { type: 'plain_text_input' },
    hint: plain('As in the passport'),
  },
  { type: 'input', label: plain('Which'), element: { type: 'radio_buttons', options }, optional: true },
  { type: 'alert', text: mrkdwn('*Careful*'), level: 'warning' },
  {
    type: 'card',
    hero_image: { image_url: picture, alt_text: 'A hero' },
    icon: { image_url: picture, alt_text: 'An icon' },
    title: plain('A card'),
    subtitle: mrkdwn('subtitle'),
    body: mrkdwn('The *body*'),
    subtext: plain('subtext'),
    actions: [button],
  },
  {
    type: 'carousel',
    elements: [
      { type: 'card', slack_icon: { type: 'icon', name: 'rocket' }, title: plain('First') },
      { type: 'card', title: plain('Second') },
    ],
  },
  {
    type: 'container',
    title: plain('A container'),
    rich_text_title: richText('A container'),
    subtitle: mrkdwn('that opens'),
    icon: { image_url: picture, alt_text: 'An icon' },
    is_collapsible: true,
    default_collapsed: true,
    child_blocks: [{ type: 'section', text: plain('inside') }, { type: 'divider' }],
  },
]
