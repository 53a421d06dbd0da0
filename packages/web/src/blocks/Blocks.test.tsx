import type { Block, RichTextInline } from '@rivulet/blocks/block'
import { blocksFromMarkdown } from '@rivulet/blocks/markdown'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Blocks } from './Blocks.tsx'
import { LiveContext, ViewerContext, type Viewer } from './viewer.ts'

const viewer: Viewer = {
  you: 'U1',
  user: (id) => ({ U1: 'Ana', UB: 'Scout' })[id],
  channel: (id) => ({ C1: 'general' })[id],
  usergroup: () => ({ handle: 'crew', users: ['U1'] }),
  emoji: {
    water: 'https://example.com/water.png',
    stream: 'alias:water',
    bad: 'javascript:alert(1)',
    ok: 'alias:wave',
  },
}

function drawn(blocks: readonly Block[], { caret = false, live = false } = {}): string {
  return renderToStaticMarkup(
    <ViewerContext value={viewer}>
      <LiveContext value={live}>
        <Blocks blocks={blocks} caret={caret} />
      </LiveContext>
    </ViewerContext>,
  )
}
function line(...elements: RichTextInline[]): string {
  return drawn([{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }])
}
function words(markup: string): string {
  return markup.replaceAll(/<[^>]*>/g, '')
}

describe('the renderer', () => {
  test('shows markup as text', () => {
    expect(line({ type: 'text', text: '<img src=x onerror=alert(1)>' })).not.toContain('<img')
  })

  test('nests styles', () => {
    const style = { bold: true, italic: true, strike: true, underline: true, code: true }
    expect(line({ type: 'text', text: 'x', style })).toMatch(
      /<u><s><em><strong><code[^>]*>x<\/code><\/strong><\/em><\/s><\/u>/,
    )
  })

  test('[RT-8] links only to http, https and mailto; else the label is text', () => {
    expect(line({ type: 'link', url: 'https://example.com', text: 'there' })).toContain('href="https://example.com')
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'java\nscript:alert(1)', 'file:///etc/passwd']) {
      const markup = line({ type: 'link', url, text: 'there' })
      expect(markup).not.toContain('href')
      expect(words(markup)).toBe('there')
    }
  })

  test('[RT-8] shows the real host where the label looks like another address', () => {
    expect(words(line({ type: 'link', url: 'https://evil.example/x', text: 'bank.com' }))).toBe(
      'bank.com (evil.example)',
    )
  })

  test('[RT-4] shows any element of preformatted text as plain text, and a link as a link', () => {
    const style = { bold: true }
    const elements: RichTextInline[] = [
      { type: 'text', text: 'a ', style },
      { type: 'user', user_id: 'U1' },
      { type: 'channel', channel_id: 'C1' },
      { type: 'broadcast', range: 'here' },
      { type: 'emoji', name: 'wave' },
      { type: 'date', timestamp: 1392734382, format: ' {date_num} ' },
      { type: 'link', url: 'https://example.com/x', text: 'there' },
    ]
    const markup = drawn([{ type: 'rich_text', elements: [{ type: 'rich_text_preformatted', elements }] }])
    expect(words(markup)).toMatch(/a @Ana#general@here:wave: 2014-02-1[789] there/)
    expect(markup).not.toMatch(/<strong>|<time>|data-self/)
    expect(markup).toContain('href="https://example.com/x"')
  })

  test('names people and channels, marks oneself, and shows the id of who is not known', () => {
    expect(line({ type: 'user', user_id: 'U1' })).toMatch(/data-self="true"[^>]*>@Ana/)
    expect(line({ type: 'user', user_id: 'UB' })).not.toContain('data-self')
    expect(words(line({ type: 'user', user_id: 'U9' }))).toBe('@U9')
    expect(words(line({ type: 'channel', channel_id: 'C1' }))).toBe('#general')
    expect(words(line({ type: 'channel', channel_id: 'C9' }))).toBe('#C9')
    expect(line({ type: 'usergroup', usergroup_id: 'S1' })).toMatch(/data-self="true"[^>]*>@crew/)
    expect(line({ type: 'broadcast', range: 'here' })).toMatch(/data-self="true"[^>]*>@here/)
  })

  test('puts a colour into the style only when it is strictly hex', () => {
    expect(line({ type: 'color', value: '#F405B3' })).toContain('background-color:#F405B3')
    expect(line({ type: 'color', value: 'F405B3' })).toContain('background-color:#F405B3')
    expect(line({ type: 'color', value: 'url(//evil)' })).not.toContain('style')
  })

  test('finds emoji: the workspace’s own, code points, short names, else the name', () => {
    expect(line({ type: 'emoji', name: 'stream' })).toContain('src="https://example.com/water.png"')
    expect(line({ type: 'emoji', name: 'bad' })).not.toContain('javascript')
    expect(words(line({ type: 'emoji', name: 'x', unicode: '1f44b-1f3fd' }))).toBe('👋🏽')
    expect(words(line({ type: 'emoji', name: 'no_such', unicode: 'ffffff' }))).toBe(':no_such:')
    expect(words(line({ type: 'emoji', name: 'wave' }))).toBe('👋')
    expect(words(line({ type: 'emoji', name: 'ok', skin_tone: 3 }))).toBe('👋🏼')
    expect(words(line({ type: 'emoji', name: 'constructor' }))).toBe(':constructor:')
    expect(words(line({ type: 'emoji', name: 'no_such' }))).toBe(':no_such:')
  })

  test('shows a date’s fallback when it cannot be formatted', () => {
    expect(words(line({ type: 'date', timestamp: 1e15, format: '{date}', fallback: 'some day' }))).toBe('some day')
  })

  test('numbers a list on after deeper ones, and starts anew after text', () => {
    const list = (indent: number, items: string[], offset?: number) => ({
      type: 'rich_text_list' as const,
      style: 'ordered' as const,
      indent,
      ...(offset === undefined ? {} : { offset }),
      elements: items.map((text) => ({
        type: 'rich_text_section' as const,
        elements: [{ type: 'text' as const, text }],
      })),
    })
    const text = { type: 'rich_text_section' as const, elements: [{ type: 'text' as const, text: 'x' }] }
    const markup = drawn([
      {
        type: 'rich_text',
        elements: [list(0, ['a', 'b']), list(1, ['x']), list(0, ['c']), text, list(0, ['d']), list(0, ['e'], 4)],
      },
    ])
    expect([...markup.matchAll(/<ol([^>]*)>/g)].map(([, at]) => /start="(\d+)"/.exec(at ?? '')?.[1])).toEqual([
      undefined,
      undefined,
      undefined,
      '5',
    ])
    expect(words(markup)).toBe('abxcxde')
  })

  test('never uses a way around the renderer', () => {
    const markup = drawn(
      blocksFromMarkdown('<script>alert(1)</script> [x](javascript:alert(1)) ![i](data:text/html,x)'),
    )
    expect(markup).not.toMatch(/<script|href="(javascript|data)/)
  })

  test('the caret stands in the last words, and an empty reply is a caret alone', () => {
    expect(drawn(blocksFromMarkdown('One\n\nTwo'), { caret: true })).toMatch(
      /Two<span[^>]*data-caret[^>]*><\/span><\/p>/,
    )
    expect(drawn([], { caret: true })).toContain('data-caret')
    expect(drawn(blocksFromMarkdown('One'))).not.toContain('data-caret')
  })

  test('blocks that it does not know show nothing', () => {
    // A block that no type describes: what an older or newer server may send.
    // A block of a type that the declaration does not know.
    expect(words(drawn([{ type: 'call' } as unknown as Block]))).toBe('')
  })
})

describe('tasks', () => {
  const card = (status: 'pending' | 'in_progress' | 'complete' | 'error'): Block => ({
    type: 'task_card',
    task_id: '1',
    title: 'Read',
    status,
    output: {
      type: 'rich_text',
      elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'gone' }] }],
    },
  })

  test('say their state in words and in data', () => {
    expect(words(drawn([card('in_progress')], { live: true }))).toContain('in progress: Read')
    expect(drawn([card('complete')])).toContain('data-status="complete"')
  })

  test('[STR-7] an unfinished one in a finished reply stands still and says so', () => {
    expect(words(drawn([card('in_progress')]))).toContain('not finished: Read')
    expect(drawn([card('in_progress')])).toContain('data-status="in_progress"')
  })

  test('are closed at first, but a failure says why', () => {
    expect(words(drawn([card('complete')]))).not.toContain('gone')
    expect(words(drawn([card('error')]))).toContain('gone')
  })

  test('a plan counts', () => {
    const tasks = (['complete', 'complete', 'pending'] as const).map((status, i) => ({
      task_id: String(i),
      title: `T${i}`,
      status,
    }))
    expect(words(drawn([{ type: 'plan', title: 'Trip', tasks }]))).toContain('2 of 3')
  })
})
