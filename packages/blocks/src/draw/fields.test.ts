import { describe, expect, test } from 'vitest'
import type { ActionElement, ActionsBlock } from '#types'
import type { Viewer } from './viewer.ts'
import { htmlFromBlocks } from '#html'
import { allActionElements, allInputElements } from '#samples/allElements'

const viewer: Viewer = {
  user: (id) => ({ U1: 'Ana', U2: 'Ben' })[id],
  channel: (id) => ({ C1: 'general' })[id],
  usergroup: () => undefined,
  emoji: {},
  date: { locale: 'en-US', timeZone: 'UTC', now: 0 },
}
const plain = (text: string) => ({ type: 'plain_text' as const, text })
const drawn = (element: ActionElement) =>
  htmlFromBlocks([{ type: 'actions', elements: [element] as ActionsBlock['elements'] }], viewer)
const words = (markup: string) =>
  markup
    .replaceAll(/<[^>]*>/g, '|')
    .replaceAll(/\|+/g, '|')
    .slice(1, -1)

describe('a field that is drawn without an app', () => {
  const said = Object.fromEntries(
    [...allActionElements, ...allInputElements].map((one) => [one.action_id ?? one.type, words(drawn(one))]),
  )
  test.each([
    ['user', '@Ana'],
    ['users', '@Ana, @Ben'],
    ['channel', '#general'],
    ['conversations', '#general'],
    ['static', 'Tea|Tea|A cup of tea|Coffee|A cup of coffee|Water|A cup of water'],
    ['statics', 'Tea|Hot|Tea|A cup of tea|Coffee|A cup of coffee|Cold|Water|A cup of water'],
    ['external', 'Choose'],
    ['more', 'More|Tea|A cup of tea|Coffee|A cup of coffee|Water|A cup of water'],
    ['date', '2026-11-21'],
    ['time', '09:30'],
    ['moment', 'Nov 21, 2026 12:00 AM'],
    ['lines', 'Two|lines'],
    ['mail', 'ana@example.com'],
    ['number', ''],
  ])('shows the initial value of %s: %s', (name, text) => {
    expect(said[name]).toBe(text)
  })

  test('ticks the initial options, and shows their descriptions', () => {
    const options = ['a', 'b'].map((value) => ({
      text: { type: 'mrkdwn' as const, text: `*${value}*` },
      value,
      description: plain(`About ${value}`),
    }))
    const boxes = drawn({ type: 'checkboxes', options, initial_options: options.slice(1) })
    expect(boxes.match(/<input[^>]*>/g)).toEqual(['<input type="checkbox">', '<input type="checkbox" checked>'])
    expect(boxes).toContain('<strong>b</strong>')
    expect(words(boxes)).toBe('a|About a|b|About b')
    expect(drawn({ type: 'radio_buttons', options }).match(/checked/g)).toBeNull()
  })

  test('opens without a script, and links to the addresses of its options', () => {
    const options = ['https://e.com/a', 'javascript:alert(1)'].map((url) => ({ text: plain('Go'), value: url, url }))
    const menu = drawn({ type: 'overflow', options })
    expect(menu).toMatch(/<details class="rv-control"><summary><span dir="auto">More<\/span><\/summary>/)
    expect(menu.match(/href="[^"]*"/g)).toEqual(['href="https://e.com/a"'])
  })
})
