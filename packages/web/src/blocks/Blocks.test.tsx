import type { Block, RichTextInline } from '@rivulet/blocks/types'
import { blocksFromMarkdown } from '@rivulet/blocks/markdown'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Blocks } from './Blocks.tsx'
import { StreamingContext, ViewerContext, type Viewer } from './viewer.ts'

const viewer: Viewer = {
  userId: 'U1',
  user: (id) => ({ U1: 'Ana', UB: 'Scout' })[id],
  channel: (id) => ({ C1: 'general' })[id],
  usergroup: () => ({ handle: 'crew', mine: true }),
  emoji: {
    water: 'https://example.com/water.png',
    stream: 'alias:water',
    bad: 'javascript:alert(1)',
    ok: 'alias:wave',
  },
}

function render(blocks: readonly Block[], { caret = false, live = false } = {}): string {
  return renderToStaticMarkup(
    <ViewerContext value={viewer}>
      <StreamingContext value={live}>
        <Blocks blocks={blocks} caret={caret} />
      </StreamingContext>
    </ViewerContext>,
  )
}
function renderLine(...elements: RichTextInline[]): string {
  return render([{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }])
}
function textOf(markup: string): string {
  return markup.replaceAll(/<[^>]*>/g, '')
}

describe('the renderer', () => {
  test('shows markup as text', () => {
    expect(renderLine({ type: 'text', text: '<img src=x onerror=alert(1)>' })).not.toContain('<img')
  })

  test('nests styles', () => {
    const style = { bold: true, italic: true, strike: true, underline: true, code: true }
    expect(renderLine({ type: 'text', text: 'x', style })).toMatch(
      /<u><s><em><strong><code[^>]*>x<\/code><\/strong><\/em><\/s><\/u>/,
    )
  })

  test('[RT-8] links only to http, https and mailto addresses; otherwise the label is plain text', () => {
    expect(renderLine({ type: 'link', url: 'https://example.com', text: 'there' })).toContain(
      'href="https://example.com',
    )
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'java\nscript:alert(1)', 'file:///etc/passwd']) {
      const markup = renderLine({ type: 'link', url, text: 'there' })
      expect(markup).not.toContain('href')
      expect(textOf(markup)).toBe('there')
    }
  })

  test('[RT-8] shows the real host if the label looks like another address', () => {
    expect(textOf(renderLine({ type: 'link', url: 'https://evil.example/x', text: 'bank.com' }))).toBe(
      'bank.com (evil.example)',
    )
  })

  test('[RT-4] shows the elements of preformatted text as plain text, except links', () => {
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
    const markup = render([{ type: 'rich_text', elements: [{ type: 'rich_text_preformatted', elements }] }])
    expect(textOf(markup)).toMatch(/a @Ana#general@here:wave: 2014-02-1[789] there/)
    expect(markup).not.toMatch(/<strong>|<time>|data-self/)
    expect(markup).toContain('href="https://example.com/x"')
  })

  test('names people and channels, marks the viewer, and shows the id of an unknown one', () => {
    expect(renderLine({ type: 'user', user_id: 'U1' })).toMatch(/data-self="true"[^>]*>@Ana/)
    expect(renderLine({ type: 'user', user_id: 'UB' })).not.toContain('data-self')
    expect(textOf(renderLine({ type: 'user', user_id: 'U9' }))).toBe('@U9')
    expect(textOf(renderLine({ type: 'channel', channel_id: 'C1' }))).toBe('#general')
    expect(textOf(renderLine({ type: 'channel', channel_id: 'C9' }))).toBe('#C9')
    expect(renderLine({ type: 'usergroup', usergroup_id: 'S1' })).toMatch(/data-self="true"[^>]*>@crew/)
    expect(renderLine({ type: 'broadcast', range: 'here' })).toMatch(/data-self="true"[^>]*>@here/)
  })

  test('puts a colour into the style only if it is strictly hexadecimal', () => {
    expect(renderLine({ type: 'color', value: '#F405B3' })).toContain('background-color:#F405B3')
    expect(renderLine({ type: 'color', value: 'F405B3' })).toContain('background-color:#F405B3')
    expect(renderLine({ type: 'color', value: 'url(//evil)' })).not.toContain('style')
  })

  test('resolves custom emoji, code points and short names, and shows the name of any other emoji', () => {
    expect(renderLine({ type: 'emoji', name: 'stream' })).toContain('src="https://example.com/water.png"')
    expect(renderLine({ type: 'emoji', name: 'bad' })).not.toContain('javascript')
    expect(textOf(renderLine({ type: 'emoji', name: 'x', unicode: '1f44b-1f3fd' }))).toBe('👋🏽')
    expect(textOf(renderLine({ type: 'emoji', name: 'no_such', unicode: 'ffffff' }))).toBe(':no_such:')
    expect(textOf(renderLine({ type: 'emoji', name: 'wave' }))).toBe('👋')
    expect(textOf(renderLine({ type: 'emoji', name: 'ok', skin_tone: 3 }))).toBe('👋🏼')
    expect(textOf(renderLine({ type: 'emoji', name: 'constructor' }))).toBe(':constructor:')
    expect(textOf(renderLine({ type: 'emoji', name: 'no_such' }))).toBe(':no_such:')
  })

  test('shows a date’s fallback when it cannot be formatted', () => {
    expect(textOf(renderLine({ type: 'date', timestamp: 1e15, format: '{date}', fallback: 'some day' }))).toBe(
      'some day',
    )
  })

  test('continues the numbers of a list after nested ones, and restarts after text', () => {
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
    const markup = render([
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
    expect(textOf(markup)).toBe('abxcxde')
  })

  test('renders markup and unsafe addresses as text only', () => {
    const markup = render(
      blocksFromMarkdown('<script>alert(1)</script> [x](javascript:alert(1)) ![i](data:text/html,x)'),
    )
    expect(markup).not.toMatch(/<script|href="(javascript|data)/)
  })

  test('puts the caret at the end of the last text, and shows only the caret for an empty reply', () => {
    expect(render(blocksFromMarkdown('One\n\nTwo'), { caret: true })).toMatch(
      /Two<span[^>]*data-caret[^>]*><\/span><\/p>/,
    )
    expect(render([], { caret: true })).toContain('data-caret')
    expect(render(blocksFromMarkdown('One'))).not.toContain('data-caret')
  })

  test('[RT-6] shows the label of a canvas or a team', () => {
    expect(textOf(renderLine({ type: 'canvas', label: 'Launch plan' }, { type: 'team', label: ' Acme' }))).toBe(
      'Launch plan Acme',
    )
  })

  test('shows nothing for an unknown block', () => {
    // An older or newer server may send a block that no type describes.
    expect(textOf(render([{ type: 'call' } as unknown as Block]))).toBe('')
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

  test('show their status in words and in data', () => {
    expect(textOf(render([card('in_progress')], { live: true }))).toContain('in progress: Read')
    expect(render([card('complete')])).toContain('data-status="complete"')
  })

  test('[STR-7] are shown as not finished once the reply has ended', () => {
    expect(textOf(render([card('in_progress')]))).toContain('not finished: Read')
    expect(render([card('in_progress')])).toContain('data-status="in_progress"')
  })

  test('are collapsed at first, but a failed one shows its output', () => {
    expect(textOf(render([card('complete')]))).not.toContain('gone')
    expect(textOf(render([card('error')]))).toContain('gone')
  })

  test('draw the emoji that their titles and the title of a plan name', () => {
    const tasks = [{ task_id: '1', title: ':tada: Done', status: 'complete' as const }]
    const text = textOf(render([{ type: 'plan', title: ':rocket: Trip', tasks }]))
    expect(text).toContain('🚀 Trip')
    expect(text).toContain('🎉 Done')
  })

  test('are counted in a plan', () => {
    const tasks = (['complete', 'complete', 'pending'] as const).map((status, i) => ({
      task_id: String(i),
      title: `T${i}`,
      status,
    }))
    expect(textOf(render([{ type: 'plan', title: 'Trip', tasks }]))).toContain('2 of 3')
  })
})
