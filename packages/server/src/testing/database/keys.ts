import { Key, type KeySource } from '#store/secrets/secrets'

const keys = [new Key(Buffer.alloc(32, 'test'))]

/** The key of every PostgreSQL database in the tests. */
export const testKeys: KeySource = { place: 'the tests', read: () => keys, add: () => keys }
