import { processorTime } from '@rivulet/blocks/testing/processorTime'
import { describe, expect, test } from 'vitest'
import { onBothDatabases } from '#testing/database/databases'
import { loadAcme } from '#testing/workspace/domain'
import { checkUsername, skeleton } from './reservedNames.ts'
import { requireApp } from '#domain/access/caller'

onBothDatabases('[STA-7] a username', (open) => {
  async function check(username: string | undefined): Promise<string> {
    const { store, findCaller } = await loadAcme(open)
    const scout = requireApp(await findCaller('xoxb-acme-scout'))
    return checkUsername(store.db, scout, username).then(
      () => 'free',
      (refusal: { code: string }) => refusal.code,
    )
  }

  test.each([undefined, '', 'Otter', 'Scout', 'SCOUT', 'Ana the second', 'Release notes', '🦦'])(
    '%j is free',
    async (name) => {
      expect(await check(name)).toBe('free')
    },
  )

  test.each([
    ['Slackbot', 'a name of the service'],
    ['slack', 'the word of the wire'],
    ['Rivulet', 'the name of the service'],
    ['payroll', 'reserved in the settings'],
    ['P A Y R O L L', 'reserved, with spaces'],
    ['ana', 'the name of a person'],
    ['Ana Lima', 'the real name of a person'],
    ['Аnа', 'a person’s name with Cyrillic letters'],
    ['ᴬna', 'a person’s name with a letter of another form'],
    ['a\u200Bna', 'a person’s name with a character that is not seen'],
    ['Bеn Оkаfоr', 'a person’s real name with Cyrillic letters'],
    ['Quiet', 'another app'],
    ['QUlET', 'another app with an l for an i'],
    ['qu1et', 'another app with a digit'],
    ['Ｑｕｉｅｔ', 'another app in wide letters'],
    ['quíet', 'another app with an accent'],
  ])('%j is reserved: %s', async (name) => {
    expect(await check(name)).toBe('reserved_username')
  })

  test('of somebody who has left is free again', async () => {
    expect(await check('Gone Person')).toBe('free')
  })
})

describe('[STA-7] the skeleton of a name', () => {
  test.each([
    ['Ana', 'ana'],
    ['paypal', 'раураl'],
    ['scope', 'ѕсоре'],
    ['admin', 'ADM1N'],
    ['admin', 'a.d-m_i n'],
    ['file', 'ﬁle'],
    ['hello', 'he11o'],
  ])('of %j and of %j are the same', (one, other) => {
    expect(skeleton(one)).toBe(skeleton(other))
  })

  test('is found in time, however many marks stand on one letter', () => {
    const began = processorTime()
    expect(skeleton(`Ana${'\u0316\u0301'.repeat(100_000)}`)).toBe('ana')
    expect(processorTime() - began).toBeLessThan(1000)
  })

  test.each([
    ['ana', 'anna'],
    ['otter', 'outer'],
    ['scout', 'scott'],
  ])('of %j and of %j differ', (one, other) => {
    expect(skeleton(one)).not.toBe(skeleton(other))
  })
})
