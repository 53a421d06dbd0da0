import { test } from 'vitest'
import { checkModel, timeout } from '#testing/model/checkModel'
import { postgresStorage } from '#testing/model/storage'
import { postgres } from '#testing/database/postgres'

test.skipIf(!postgres)(
  '[STR-4, STR-5, STR-6, STR-8, STA-2, REP-1, MSG-1] a thread always matches a simple model, on PostgreSQL',
  timeout,
  // Two nodes do the same on it, and more, ten times as often.
  () => checkModel(() => postgresStorage(postgres ?? ''), { share: 1 / 10 }),
)
