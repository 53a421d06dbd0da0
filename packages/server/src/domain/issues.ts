/** What a schema says of a value that does not fit: an issue of zod. */
interface Issue {
  code?: string | undefined
  path: readonly PropertyKey[]
  message: string
  expected?: unknown
  keys?: readonly string[]
  values?: readonly unknown[]
  origin?: string
  minimum?: unknown
  maximum?: unknown
  /** Of a union: what does not fit in each of its branches. */
  errors?: readonly (readonly Issue[])[]
}

/** Says in plain words what is wrong with a value, in a sentence for each issue. */
export function describeIssues(issues: readonly Issue[]): string {
  return issues.map(describeIssue).join(' ')
}

function describeIssue(issue: Issue): string {
  const meant = issue.code === 'invalid_union' ? nearestBranch(issue.errors ?? []) : undefined
  if (meant) return describeIssues(meant.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })))
  // What is a sentence already names its subject.
  if (/^[A-Z].*\.$/.test(issue.message)) return issue.message
  const path = issue.path.map(String).join('.')
  return `${path === '' ? 'It' : `\`${path}\``} ${problemOf(issue)}.`
}

/** The branch of a union in which the least is wrong. */
function nearestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const [nearest] = branches.toSorted((a, b) => a.length - b.length)
  return nearest
}

function problemOf({ code, message, expected, keys, values, origin, minimum, maximum }: Issue): string {
  switch (code) {
    case 'invalid_type':
      if (message.endsWith('received undefined')) return 'is missing'
      return `needs to be ${typeNames[String(expected)] ?? String(expected)}`
    case 'invalid_value':
      return `needs to be ${(values ?? []).map((value) => JSON.stringify(value)).join(' or ')}`
    case 'unrecognized_keys':
      return `has nothing called ${(keys ?? []).join(', ')}`
    case 'too_small':
      return origin === 'string' ? `has at least ${String(minimum)} characters` : `is at least ${String(minimum)}`
    case 'too_big':
      return origin === 'string' ? `has at most ${String(maximum)} characters` : `is at most ${String(maximum)}`
    default:
      return `is not valid: ${message.charAt(0).toLowerCase()}${message.slice(1)}`
  }
}

const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object of keys and values',
  record: 'an object of keys and values',
}
