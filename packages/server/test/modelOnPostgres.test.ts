import { test } from 'vitest'
import { checkModel, timeout } from '#testing/model/checkModel'
import { postgresStorage } from '#testing/model/crashableServer'
import { postgres } from '#testing/database/postgres'

test.skipIf(!postgres)(
  '[STR-4, STR-5, STR-6, STR-8, STA-2, REP-1, MSG-1] a thread is what a simple model says, on PostgreSQL',
  timeout,
  () => checkModel(postgresStorage(postgres ?? '')),
)
