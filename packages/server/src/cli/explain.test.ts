import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { methods } from '#methods/index'
import { commonErrors } from '#rpc/errors/common'
import { postingErrors } from '#rpc/errors/posting'
import { runCommand } from '#testing/server/command'
import { errorCatalogue } from './errorCatalogue.ts'
import { generatedFiles } from './generate.ts'

describe('the catalogue of errors', () => {
  const catalogue = errorCatalogue()

  test('has every code that a method declares, with the methods that answer it', () => {
    for (const { name, errors } of methods.values()) {
      for (const word of Object.keys(errors).filter((one) => one !== 'any'))
        expect(catalogue.get(word)?.some((meaning) => meaning.methods.includes(name))).toBe(true)
    }
    expect(catalogue.get('not_authed')).toMatchObject([{ methods: 'all' }])
    expect(catalogue.has('any')).toBe(false)
    expect([...catalogue.keys()]).toEqual([...catalogue.keys()].toSorted())
  })

  test('joins equal meanings of a code, and keeps different ones apart', () => {
    expect(catalogue.get('channel_not_found')?.[0]).toMatchObject({
      cause: expect.any(String),
      methods: expect.arrayContaining(['chat.postMessage', 'conversations.info']),
    })
    expect(catalogue.get('user_not_found')?.length).toBeGreaterThan(2)
  })

  test('has a cause and a remedy for every shared error', () => {
    for (const word of Object.keys({ ...commonErrors, ...postingErrors }))
      expect(catalogue.get(word)?.[0], word).toMatchObject({ cause: expect.any(String), remedy: expect.any(String) })
  })

  test('is the page docs/errors.md', async () => {
    const page = (await generatedFiles()).get(join('docs', 'errors.md')) ?? ''
    const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, word]) => word)
    expect(headings).toEqual([...catalogue.keys()])
    expect(page).toContain('- Answered by: every method\n')
    expect(page).toContain('[chat.startStream](api/chat/startStream.md)')
  })
})

describe('rivulet explain', () => {
  test('prints what is wrong, why, what to do, and which methods answer it, in lines that fit', async () => {
    const { code, out, err } = await runCommand(['explain', 'stopped_by_user']).ended
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toBe(
      [
        'stopped_by_user',
        '  A reader stopped the stream.',
        '',
        '  Why          Somebody in the channel pressed Stop. The content remains.',
        '  What to do   Stop the work, and make no more calls: the stream has ended.',
        '  Answered by  chat.appendStream',
        '',
      ].join('\n'),
    )
  })

  test.each(['channel_not_found', 'user_not_found', 'INVALID_AUTH '])('%s fits into 80 columns', async (word) => {
    const { code, out } = await runCommand(['explain', word]).ended
    expect(code).toBe(0)
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  test('suggests similar codes for an unknown one, and exits 2', async () => {
    expect(await runCommand(['explain', 'nope']).ended).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(/^There is no error or hint "nope"\. Similar ones: \w+, \w+, \w+\.\n$/),
    })
    const { err } = await runCommand(['explain', 'chanel_not_fund']).ended
    expect(err).toContain('Similar ones: channel_not_found, ')
    expect((await runCommand(['explain']).ended).code).toBe(2)
  })
})
