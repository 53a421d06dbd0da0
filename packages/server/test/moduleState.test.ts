import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Expression, parseSync, type Statement } from 'oxc-parser'
import { describe, expect, test } from 'vitest'

const sources = fileURLToPath(new URL('../src/', import.meta.url))

/** Classes whose objects do not change after their construction. */
const immutable: ReadonlySet<string> = new Set(['CacheRegion', 'Error', 'Networks', 'RegExp', 'URL'])
const readonlyTypes: ReadonlySet<string> = new Set(['Readonly', 'ReadonlyArray', 'ReadonlyMap', 'ReadonlySet'])

/** Allowed exceptions, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'build/inProcess.ts loaded': 'the code of the server, which all servers of a process share',
  'cli/commands/exitCodes.ts exits': 'a note on a command, which goes with it',
  'store/sqlite/open.ts image': 'an empty database, the same for all, which is copied and never changed',
  'store/sqlite/checkpointer.ts database': 'the module is a worker thread, of which each store has its own',
}

/** Mutable state at module level. It belongs to the whole process; it should belong to a server, a store or a connection. */
function findState(path: string, text: string): string[] {
  const { program } = parseSync(path, text)
  return program.body.flatMap((statement) => stateIn(statement)).filter((name) => !(`${path} ${name}` in exceptions))
}

function stateIn(statement: Statement): string[] {
  const declared = 'declaration' in statement && statement.declaration ? statement.declaration : statement
  if (declared.type === 'ClassDeclaration')
    return declared.body.body.flatMap((member) =>
      member.type === 'PropertyDefinition' && member.static && !member.readonly ? [`${declared.id?.name}, static`] : [],
    )
  if (declared.type !== 'VariableDeclaration') return []
  return declared.declarations.flatMap(({ id, init }) => {
    const name = id.type === 'Identifier' ? id.name : 'pattern'
    if (declared.kind !== 'const') return [name]
    const annotation = 'typeAnnotation' in id ? id.typeAnnotation?.typeAnnotation : undefined
    return !isReadonly(annotation) && init && isMutable(init) ? [name] : []
  })
}

function isReadonly(type: { type: string } | null | undefined): boolean {
  if (!type) return false
  if (type.type === 'TSTypeOperator') return 'operator' in type && type.operator === 'readonly'
  const name = 'typeName' in type ? (type.typeName as { name?: string }).name : undefined
  return name !== undefined && readonlyTypes.has(name)
}

/** A new object of a mutable class, or an empty array or object, which is there to be filled. */
function isMutable(value: Expression): boolean {
  if (value.type === 'NewExpression') return value.callee.type === 'Identifier' && !immutable.has(value.callee.name)
  if (value.type === 'ArrayExpression') return value.elements.length === 0
  return value.type === 'ObjectExpression' && value.properties.length === 0
}

describe('mutable state at module level', () => {
  test.each([
    ['let count = 0', ['count']],
    ['export let count = 0', ['count']],
    ['const known = new Map<string, string>()', ['known']],
    ['export const known = new WeakMap()', ['known']],
    ["const words = new Set(['a'])", ['words']],
    ['const current = new AsyncLocalStorage()', ['current']],
    ['const all: string[] = []', ['all']],
    ['const all: Record<string, string> = {}', ['all']],
    ['class Store { static last = 0 }', ['Store, static']],
    ["const words: ReadonlySet<string> = new Set(['a'])", []],
    ['const none: readonly string[] = []', []],
    ['const users = new CacheRegion<User>(staleUser)', []],
    ['function count() { let n = 0; return new Map([[n, n]]) }', []],
    ['class Server { static readonly port = 1; #known = new Map() }', []],
  ])('in %j the test finds %j', (text, found) => {
    expect(findState('planted.ts', text)).toEqual(found)
  })

  test('the server has none, so that two servers in one process share nothing', () => {
    const files = globSync('**/*.ts', { cwd: sources }).filter((path) => !/\.test\.ts$|^testing\//.test(path))
    expect(files.length).toBeGreaterThan(200)
    const found = files.flatMap((path) =>
      findState(path, readFileSync(sources + path, 'utf8')).map((name) => `${path}: ${name}`),
    )
    expect(found).toEqual([])
  })
})
