/** A floor: folders and files that belong together, and what they may import. */
export interface Floor {
  name: string
  /** Folders and files from the root of the repository; without it, the folder of that name in packages/server/src. */
  at?: string[]
  /** What it contains, in one line. */
  is: string
  /** Floors below it that it may import; files of one floor may import each other. */
  imports: string[] | 'everything below'
  /** Floors below it from which it may only import types. */
  types?: string[]
  /** Packages of npm and Node that it may not import; `*` matches any ending. */
  never?: string[]
}

const src = 'packages/server/src'
const configs = [
  'vitest.config.ts',
  'packages/server/vite.config.ts',
  'packages/web/vite.config.ts',
  'packages/web/inspect.config.ts',
]

/** Top to bottom; a floor may name only floors below it. Tests, `testing/` and `compat/` may import anything. */
export const floors: Floor[] = [
  { name: 'examples', at: ['examples'], is: 'what a newcomer can run', imports: [] },
  { name: 'proof', at: ['proof'], is: 'kills, power cuts, failing syncs', imports: [] },
  {
    name: 'bench',
    at: ['bench'],
    is: 'the server compared with a bare node:http server',
    imports: ['testing', 'blocks'],
  },
  {
    name: 'testing',
    at: ['packages/testing/src'],
    is: 'the kit for tests of apps; of the server it knows `rivulet/inProcess`',
    imports: ['server', 'blocks'],
  },
  {
    name: 'tools',
    at: ['script', 'docs', 'packages/blocks/script', 'packages/testing/script', 'packages/web/script', ...configs],
    is: 'what builds and checks the repository',
    imports: ['web', 'blocks'],
  },
  { name: 'worker', at: ['packages/web/worker'], is: 'the service worker of the client', imports: [] },
  {
    name: 'web',
    at: ['packages/web/src'],
    is: 'the client; of the server it knows what `exports` names',
    imports: ['feed', 'domain', 'journalError', 'blocks'],
    types: ['http'],
    never: ['node:*'],
  },
  {
    name: 'cli',
    at: [`${src}/main.ts`, `${src}/build`, `${src}/cli`],
    is: 'main.ts, build/ and cli/: the command `rivulet`, and what the build contains',
    imports: [
      'server',
      'config',
      'http',
      'methods',
      'objects',
      'rpc',
      'workspace',
      'domain',
      'documents',
      'store',
      'packageFile',
      'journalError',
      'blocks',
    ],
  },
  { name: 'server', is: 'puts everything together, and alone picks adapters', imports: 'everything below' },
  {
    name: 'config',
    at: [`${src}/config.ts`],
    is: 'config.ts: the settings of a process',
    imports: ['delivery', 'domain', 'documents', 'bus'],
  },
  {
    name: 'http',
    is: 'bytes ↔ calls; knows no chat',
    imports: ['methods', 'objects', 'rpc', 'domain', 'documents', 'store', 'maybePromise', 'bus', 'blocks'],
    never: ['kysely'],
  },
  { name: 'feed', is: 'what browsers watch, over a WebSocket', imports: ['domain', 'store', 'bus', 'blocks'] },
  {
    name: 'interactions',
    is: 'what people do with what apps show',
    imports: ['delivery', 'objects', 'rpc', 'domain', 'store', 'bus', 'blocks'],
    never: ['kysely', 'fastify'],
  },
  { name: 'delivery', is: 'events on their way to apps', imports: ['objects', 'domain', 'store', 'bus', 'blocks'] },
  {
    name: 'methods',
    is: 'one file, one method: it says what happens, the domain does it',
    imports: ['objects', 'rpc', 'domain', 'documents', 'maybePromise', 'blocks'],
    types: ['store'],
    never: ['kysely', 'fastify', 'ws', 'node:http'],
  },
  {
    name: 'objects',
    is: 'how the API shows a thing: message object, user object',
    imports: ['rpc', 'domain', 'documents', 'blocks'],
    types: ['store'],
    never: ['kysely', 'fastify', 'ws', 'node:http'],
  },
  {
    name: 'rpc',
    is: 'what a method is: arguments, answer, errors, limits',
    imports: ['domain', 'documents', 'blocks'],
    types: ['store', 'maybePromise'],
    never: ['kysely', 'fastify', 'ws', 'node:http'],
  },
  {
    name: 'workspace',
    is: 'the workspace file, loaded and reset',
    imports: ['domain', 'documents', 'store', 'packageFile', 'blocks'],
  },
  {
    name: 'domain',
    is: 'nouns, each with its rules and its queries',
    imports: ['store', 'maybePromise', 'blocks'],
    types: ['bus'],
    never: ['zod', 'fastify', 'ws', 'node:http'],
  },
  { name: 'bus', is: 'tells readers of the log what is new', imports: [], types: ['store'] },
  { name: 'documents', is: 'what people write, YAML or JSON, and what is wrong with it', imports: [] },
  {
    name: 'adapters',
    at: [`${src}/store/sqlite`, `${src}/store/postgres`, `${src}/store/migrate.ts`, `${src}/store/migrations`],
    is: 'store/sqlite, store/postgres, and store/migrate.ts with its migrations',
    imports: ['store', 'maybePromise', 'blocks'],
  },
  {
    name: 'store',
    is: 'write, snapshot, db: rows and log in one transaction',
    imports: ['maybePromise'],
    types: ['blocks'],
  },
  {
    name: 'maybePromise',
    at: [`${src}/store/maybePromise.ts`],
    is: 'store/maybePromise.ts: a value, or a promise of it',
    imports: [],
  },
  {
    name: 'packageFile',
    at: [`${src}/packageFile.ts`],
    is: 'packageFile.ts: where a file of the package lies',
    imports: [],
  },
  {
    name: 'journalError',
    at: [`${src}/http/development/journal/journalError.ts`],
    is: 'journalError.ts of http/development/journal: what went wrong in an entry of the journal; runs in browsers too',
    imports: [],
    never: ['node:*'],
  },
  {
    name: 'blocks',
    at: ['packages/blocks/src'],
    is: 'blocks, Markdown, mrkdwn; runs in browsers too',
    imports: [],
    never: ['node:*'],
  },
]

/** The folders and files of a floor, from the root of the repository. */
export function placesOf(floor: Floor): string[] {
  return floor.at ?? [`${src}/${floor.name}`]
}
