import { expect, test } from 'vitest'
import { toLibpqAddress } from './libpqAddress.ts'

const address = 'postgres://ana@db/chat'

test.each([
  ['', ''],
  ['?sslmode=disable', '?sslmode=disable'],
  ['?sslmode=no-verify', '?sslmode=require'],
  ['?sslmode=require&uselibpqcompat=true', '?sslmode=require'],
  ['?sslmode=require&uselibpqcompat=true&sslrootcert=/ca', '?sslmode=verify-ca&sslrootcert=%2Fca'],
  ['?sslmode=require', '?sslmode=verify-full'],
  ['?ssl=true', '?sslmode=verify-full'],
  ['?sslrootcert=/ca', '?sslrootcert=%2Fca&sslmode=verify-full'],
  ['?sslmode=verify-full&sslrootcert=/ca', '?sslmode=verify-full&sslrootcert=%2Fca'],
  ['?options=-c%20search_path%3Dchat', '?options=-c%20search_path%3Dchat'],
])('[KEY-6] pg_dump connects over TLS as the server does: %j becomes %j', (given, search) => {
  expect(toLibpqAddress(address + given, undefined)).toEqual({ address: address + search, password: '' })
})

test('[KEY-6] pg_dump trusts the authorities that Node trusts beside its own', () => {
  const translated = (search: string) => toLibpqAddress(address + search, '/ca').address
  expect(translated('?sslmode=verify-full')).toBe(`${address}?sslmode=verify-full&sslrootcert=%2Fca`)
  expect(translated('?sslmode=no-verify')).toBe(`${address}?sslmode=require`)
  expect(translated('?sslmode=verify-full&sslrootcert=/own')).toMatch(/=%2Fown$/)
})

test('[KEY-6] the password is not in the address for pg_dump', () => {
  const given = 'postgres://ana:a%40b@db/chat?options=-c%20search_path%3Dchat'
  const there = 'postgres://ana@db/chat?options=-c%20search_path%3Dchat'
  expect(toLibpqAddress(given, undefined)).toEqual({ address: there, password: 'a@b' })
  expect(toLibpqAddress(`${there}&password=c%2Bd`, undefined)).toEqual({ address: there, password: 'c+d' })
})
