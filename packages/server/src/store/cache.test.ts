import { expect, test } from 'vitest'
import { logEntry } from '#domain/log/entry'
import { Cache, CacheRegion } from './cache.ts'

test('all values are dropped when a team changes, which is no sign that the database has lost anything', () => {
  const cache = new Cache(true)
  const values = () => cache.valuesOf(region)
  const region = new CacheRegion<string>(() => undefined)
  values().set('C1', 'old')
  cache.invalidate([logEntry('team', 'T1')])
  expect([[...values()], cache.clearings]).toEqual([[], 0])
  values().set('C1', 'old')
  cache.clear()
  expect([[...values()], cache.clearings]).toEqual([[], 1])
})
