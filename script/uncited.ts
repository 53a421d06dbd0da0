// Lists the rules of docs/spec/rules.md that no test name cites: `node script/uncited.ts`. Fails on any that is not excepted,
// and on a number that two rules have.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
/** Rules without a test, and the reason. Remove a rule once it has a test; do not add any. */
const excepted: Record<string, string> = {}
const groups = ['ENV', 'ORD', 'STR', 'STA', 'THR', 'BLK', 'MSG', 'EVT', 'RCT', 'RT', 'ROM', 'REA', 'PLA', 'TOK']

/** Returns the rules: numbered ones start a list item in bold; a group without numbers is one rule. */
function findRules(text: string): string[] {
  const numbered = [...text.matchAll(/^- \*\*([A-Z]+-\d+)\*\*/gm)].map(([, rule = '']) => rule)
  const whole = groups.filter((group) => !numbered.some((rule) => rule.startsWith(`${group}-`)))
  return [...numbered, ...whole]
}

/** Returns the rules cited in brackets, such as `[STR-4]`, `[STA-1, STA-2]` or `[PLA, ORD 17]`. A step of ORD counts as `ORD`. */
function findCitations(text: string): string[] {
  const brackets = text.match(/\[(?:[A-Z]{2,4}[- ]?[\d to]*(?:, )?)+\]/g) ?? []
  return brackets.flatMap((bracket) => bracket.match(/[A-Z]{2,4}(?:-\d+)?/g) ?? [])
}

const tests = globSync('{packages,compat,proof,bench,docs}/**/*.test.{ts,tsx}', {
  cwd: root,
  exclude: (path) => path.endsWith('node_modules'),
})
const cited = new Set<string>(tests.flatMap((path) => findCitations(readFileSync(join(root, path), 'utf8'))))
const rules = findRules(readFileSync(join(root, 'docs/spec/rules.md'), 'utf8'))
const uncited = rules.filter((rule) => !cited.has(rule))
const unknown = [...cited].filter((rule) => !rules.includes(rule) && (/-\d/.test(rule) || groups.includes(rule)))

const double = rules.filter((rule, at) => rules.indexOf(rule) !== at)

const faults = [
  ...double.map((rule) => `${rule} is there twice`),
  ...uncited.filter((rule) => !(rule in excepted)).map((rule) => `no test cites ${rule}`),
  ...Object.keys(excepted)
    .filter((rule) => !uncited.includes(rule))
    .map((rule) => `${rule} has a test or is not a rule: remove it from the exceptions`),
  ...unknown.map((rule) => `a test cites ${rule}, which is not a rule`),
]

console.log(`${rules.length} rules, ${rules.length - uncited.length} cited by ${tests.length} test files`)
for (const [rule, reason] of Object.entries(excepted)) console.log(`${rule}: ${reason}`)
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
