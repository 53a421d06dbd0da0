import { expect, test } from 'vitest'
import { parseRedisAddress } from './address.ts'

const plain = { host: 'cache', port: 6379, isTls: false, username: undefined, password: undefined, database: 0 }

test.each([
  ['redis://cache', plain],
  ['redis://cache/', plain],
  ['redis://cache:6380/3', { ...plain, port: 6380, database: 3 }],
  ['rediss://cache', { ...plain, isTls: true }],
  ['redis://:p%40ss%2F@cache', { ...plain, password: 'p@ss/' }],
  ['redis://ana:secret@[::1]:7000', { ...plain, host: '::1', port: 7000, username: 'ana', password: 'secret' }],
])('[BUS-1] %s', (text, address) => {
  expect(parseRedisAddress(text)).toEqual(address)
})

test.each([
  ['cache:6379', /^needs to be an address like redis:/],
  ['http://cache', /^needs to be an address like redis:/],
  ['redis://', /^needs to be an address like redis:/],
  ['redis://ana:p@ss/word@cache', /number of a database|%40/],
  ['redis://ana:%zz@cache', /written as %40/],
  ['redis://cache/chat', /the last part is the number of a database in Redis$/],
  ['redis://cache?password=secret', /with nothing behind it$/],
])('[BUS-1] %s is refused in words', (text, words) => {
  expect(() => parseRedisAddress(text)).toThrow(words)
})
