import { describe, expect, test } from 'vitest'
import { checkModel, findCounterexample, timeout } from '#testing/model/checkModel'
import { postgresStorage } from '#testing/model/storage'
import { postgres } from '#testing/database/postgres'

describe.skipIf(!postgres)('two nodes on one PostgreSQL', () => {
  test(
    '[STR-4, STR-5, STR-6, STR-8, STR-11, STA-2, REP-1, MSG-1] show a thread that always matches a simple model',
    timeout,
    () => checkModel(() => postgresStorage(postgres ?? ''), { nodes: 2 }),
  )

  test('do not match it if commits do not check what a node believed', timeout, async () => {
    expect(await findCounterexample(postgresStorage(postgres ?? '', { unchecked: true }))).toContain('AssertionError')
  })
})
