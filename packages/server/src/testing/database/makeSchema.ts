import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { postgres } from './postgres.ts'

/** Makes an empty schema, and returns the address of a server that keeps its data there. */
export async function makeSchema(): Promise<string> {
  const name = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
  const client = new pg.Client(postgres)
  await client.connect()
  await client.query(`create schema ${name}`).finally(() => client.end())
  const url = new URL(postgres ?? '')
  url.searchParams.set('options', `-csearch_path=${name}`)
  return url.href
}
