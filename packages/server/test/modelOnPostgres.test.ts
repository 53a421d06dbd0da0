import { test } from 'vitest'
import { holds, timeout } from '#testing/model/holds'
import { aSchema } from '#testing/model/server'
import { postgres } from '#testing/server/postgres'

test.skipIf(!postgres)(
  '[STR-4, STR-5, STR-6, STR-8, STA-2, REP-1, MSG-1] a thread is what a simple model says, on PostgreSQL',
  timeout,
  () => holds(aSchema(postgres ?? '')),
)
