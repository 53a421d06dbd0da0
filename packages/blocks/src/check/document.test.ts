import { describe, expect, test } from 'vitest'
import { checkBlocks, formatFault } from '#check'
import { processorTime } from '#testing/processorTime'

const inline = '/elements/0/elements/0'

describe('a whole document', () => {
  const all = ['bold', 'italic', 'strike', 'underline', 'code', 'highlight']
  const shown = [...all, 'client_highlight']
  const mention = [...shown, 'unlink']
  test.each([
    [{ type: 'text', text: 'a' }, all],
    [{ type: 'link', url: 'https://a.b' }, all],
    [{ type: 'emoji', name: 'a' }, all],
    [{ type: 'broadcast', range: 'here' }, all],
    [{ type: 'color', value: '#ffffff' }, shown],
    [{ type: 'date', timestamp: 1, format: '{ago}' }, shown],
    [{ type: 'user', user_id: 'U1' }, mention],
    [{ type: 'usergroup', usergroup_id: 'S1' }, mention],
    [{ type: 'channel', channel_id: 'C1' }, mention],
  ])('[RT-5] limits the style flags of %j to %j', (element, flags) => {
    for (const flag of [...mention, 'blink']) {
      const refused = faults([rich({ ...element, style: { [flag]: true } })])
      expect(refused, flag).toHaveLength(flags.includes(flag) ? 0 : 1)
    }
    expect(faults([rich({ ...element, style: {} })])).toEqual([])
  })

  test('[RT-10] lists the deepest cause first, among faults of single blocks and of the whole message', () => {
    const twice = { type: 'divider', block_id: 'a' }
    expect(faults([{ type: 'x' }, twice, twice, section(''), rich({ type: 'text', text: '' })])).toEqual([
      `[ERROR] must be more than 0 characters [json-pointer:/blocks/4${inline}/text]`,
      '[ERROR] must be more than 0 characters [json-pointer:/blocks/3/text/text]',
      '[ERROR] unsupported type: x [json-pointer:/blocks/0/type]',
      '[ERROR] `block_id` "a" already exists [json-pointer:/blocks/2/block_id]',
    ])
  })

  test('[RT-10] refuses more than 12,000 characters of Markdown in all blocks together', () => {
    const markdown = { type: 'markdown', text: '🦦'.repeat(6000) }
    expect(checkBlocks([markdown, markdown]).ok).toBe(true)
    expect(faults([markdown, markdown, { type: 'markdown', text: 'a' }])).toEqual([
      '[ERROR] must be less than 12001 characters [json-pointer:/blocks/2/text]',
    ])
  })

  test('[RT-10] refuses a document that is too deep or too large, even in unknown keys', () => {
    const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
    expect(faults([{ type: 'divider', later: deep }])).toEqual([
      '[ERROR] the document is too deep: no more than 64 levels allowed [json-pointer:/blocks]',
    ])
    expect(faults([{ type: 'divider', later: Array(20_001).fill(0) }])).toEqual([
      '[ERROR] the document is too large: no more than 20000 values allowed [json-pointer:/blocks]',
    ])
  })

  test('checks 60 elements in less than three times the time of JSON.parse', () => {
    const kinds = [
      { type: 'text', text: 'some words', style: { bold: true } },
      { type: 'link', url: 'https://example.com', text: 'there' },
      { type: 'user', user_id: 'U12345678' },
      { type: 'emoji', name: 'wave', unicode: '1f44b' },
      { type: 'date', timestamp: 1392734382, format: '{date_short}', fallback: 'Feb 18' },
    ]
    const blocks = [rich(...Array.from({ length: 60 }, (_, i) => kinds[i % kinds.length] ?? {}))]
    const json = JSON.stringify(blocks)
    // Other work of the machine may fall on one side alone.
    const ratios = Array.from({ length: 5 }, () => timeOf(() => checkBlocks(blocks)) / timeOf(() => JSON.parse(json)))
    expect(Math.min(...ratios)).toBeLessThan(3)
  })
})

function rich(...elements: object[]) {
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }
}

function section(text: string) {
  return { type: 'section', text: { type: 'mrkdwn', text } }
}

function faults(value: unknown): string[] {
  const checked = checkBlocks(value)
  return checked.ok ? [] : checked.faults.map(formatFault)
}

/** The best time of many rounds, because other work on the machine only adds to it. */
function timeOf(work: () => void): number {
  const rounds = Array.from({ length: 10 }, () => {
    const start = processorTime()
    for (let i = 0; i < 500; i++) work()
    return processorTime() - start
  })
  return Math.min(...rounds)
}
