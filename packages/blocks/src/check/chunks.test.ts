import { describe, expect, test } from 'vitest'
import { checkChunks, findUntitledTasks } from '#check'

describe('checkChunks', () => {
  test('[STR-1] removes unknown keys', () => {
    const given = JSON.parse('[{"type":"markdown_text","text":"","x":1,"__proto__":{"y":1}}]')
    const checked = checkChunks(given)
    expect(checked).toEqual({ ok: true, value: [{ type: 'markdown_text', text: '' }] })
    expect(checked.ok && 'y' in (checked.value[0] ?? {})).toBe(false)
  })

  test('[STR-1] accepts each kind of chunk', () => {
    const source = { type: 'url', text: 'a', url: 'https://a.b' }
    const chunks = [
      { type: 'markdown_text', text: ' ' },
      { type: 'task_update', id: '1', title: 't', status: 'pending', details: '', output: 'o', sources: [source] },
      { type: 'task_update', id: '1', status: 'complete', sources: [] },
      { type: 'plan_update', title: 'p' },
      { type: 'blocks', blocks: [] },
    ]
    expect(checkChunks(chunks)).toEqual({ ok: true, value: chunks })
  })

  const wrong: [unknown, string, string][] = [
    [{ type: 'markdown_text' }, 'missing required field: text', ''],
    [{ type: 'markdown_text', text: 1 }, 'must provide a string', '/text'],
    [{ type: 'task_update', status: 'complete' }, 'missing required field: id', ''],
    [{ type: 'task_update', id: '', status: 'complete' }, 'must be more than 0 characters', '/id'],
    [{ type: 'task_update', id: 'a' }, 'missing required field: status', ''],
    [{ type: 'task_update', id: 'a', status: 'complete', title: '' }, 'must be more than 0 characters', '/title'],
    [{ type: 'task_update', id: 'a', status: 'done' }, 'must be a valid enum value', '/status'],
    [{ type: 'task_update', id: 'a', status: 'complete', details: null }, 'must provide a string', '/details'],
    [
      { type: 'task_update', id: 'a', status: 'complete', sources: [{ type: 'url', url: 'u' }] },
      'missing required field: text',
      '/sources/0',
    ],
    [
      { type: 'task_update', id: 'a', status: 'complete', sources: [{ type: 'file', text: 't', url: 'u' }] },
      'must be a valid enum value',
      '/sources/0/type',
    ],
    [{ type: 'plan_update' }, 'missing required field: title', ''],
    [{ type: 'blocks' }, 'missing required field: blocks', ''],
    [{ type: 'blocks', blocks: [{ type: 'x' }] }, 'unsupported type: x', '/blocks/0/type'],
    [{ type: 'video' }, 'unsupported type: video', '/type'],
    [null, 'must provide an object', ''],
  ]
  test.each(wrong)('[STR-1] refuses %j: %s', (chunk, message, at) => {
    expect(checkChunks([{ type: 'markdown_text', text: '' }, chunk])).toMatchObject({
      ok: false,
      faults: [{ message, pointer: `/chunks/1${at}` }],
    })
  })

  test('[STR-1] refuses more than 100 chunks', () => {
    const chunks = (count: number) => Array.from({ length: count }, () => ({ type: 'markdown_text', text: 'a' }))
    expect(checkChunks(chunks(99)).ok).toBe(true)
    expect(checkChunks(chunks(100)).ok).toBe(true)
    const faults = [{ message: 'no more than 100 items allowed', pointer: '/chunks' }]
    expect(checkChunks(chunks(101))).toEqual({ ok: false, faults })
  })

  test('[STR-1] refuses a blocks chunk with too many blocks, as too long', () => {
    const checked = checkChunks([{ type: 'blocks', blocks: Array(51).fill({ type: 'divider' }) }])
    expect(checked).toMatchObject({ ok: false, tooLong: 'items', faults: [{ pointer: '/chunks/0/blocks' }] })
  })

  test.each(['title', 'details', 'output'])('[STR-3] allows 256 characters in %s, and counts an emoji once', (key) => {
    const task = (text: string) => checkChunks([{ type: 'task_update', id: 'a', status: 'complete', [key]: text }])
    expect(task('😀'.repeat(256)).ok).toBe(true)
    expect(task('x'.repeat(257))).toEqual({
      ok: false,
      faults: [{ message: 'must be less than 257 characters', pointer: `/chunks/0/${key}` }],
    })
  })

  test('[STR-3] allows 255 characters in an id and 256 in the text of a source', () => {
    const task = (id: string, text: string) =>
      checkChunks([{ type: 'task_update', id, status: 'complete', sources: [{ type: 'url', text, url: 'u' }] }])
    expect(task('x'.repeat(255), 'x'.repeat(256)).ok).toBe(true)
    expect(task('x'.repeat(256), 'x'.repeat(257))).toMatchObject({
      faults: [{ pointer: '/chunks/0/id' }, { pointer: '/chunks/0/sources/0/text' }],
    })
  })

  test('[STR-1] finds new tasks without a title', () => {
    const task = (id: string, title?: string) => ({
      type: 'task_update' as const,
      id,
      status: 'pending' as const,
      title,
    })
    expect(
      findUntitledTasks([task('new'), task('known'), task('b', 'B'), task('b'), task('new')], new Set(['known'])),
    ).toEqual([{ message: 'missing required field: title', pointer: '/chunks/0' }])
  })
})
