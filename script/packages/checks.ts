import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const publicPackages = ['blocks', 'server', 'testing']

/** Why no release can be made of what is here, a sentence each. */
export function findReasonsAgainst(root: string): string[] {
  return [...findChanges(root), ...findOtherVersions(root), ...judgeChangelog(root)]
}

/** The commit that the tree is at, if nothing in it was changed since; undefined without git as well. */
export function findCommit(root: string): string | undefined {
  try {
    return findChanges(root).length === 0 ? git(root, 'rev-parse', 'HEAD') : undefined
  } catch {
    return undefined
  }
}

function findChanges(root: string): string[] {
  const changed = git(root, 'status', '--porcelain').split('\n').filter(Boolean)
  if (changed.length === 0) return []
  const names = changed.map((line) => line.slice(3).trim())
  const shown = names.slice(0, 5).join(', ') + (names.length > 5 ? ` and ${names.length - 5} more` : '')
  return [`The tree has changes that are not committed: ${shown}. Commit them or take them back.`]
}

function findOtherVersions(root: string): string[] {
  const versions = publicPackages.map((name) => `${name} ${readVersion(root, name)}`)
  const isOne = new Set(publicPackages.map((name) => readVersion(root, name))).size === 1
  return isOne ? [] : [`The packages are released together and have several versions: ${versions.join(', ')}.`]
}

function judgeChangelog(root: string): string[] {
  const version = readVersion(root, 'server')
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const sections = new Map(
    changelog.split(/^## /m).map((section) => {
      const [title = '', ...lines] = section.split('\n')
      return [title.trim(), lines.join('\n').trim()]
    }),
  )
  const title = [...sections.keys()].find((one) => one === version || one.startsWith(`${version} `))
  const wanted = `## ${version} - 2026-01-31`
  if (title === undefined)
    return [`CHANGELOG.md has no section for ${version}. Give what is unreleased a title like "${wanted}".`]
  const [, date = ''] = / - (\d{4}-\d\d-\d\d)$/.exec(title) ?? []
  const isDate = date !== '' && new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date)
  return [
    ...(isDate ? [] : [`The section "${title}" of CHANGELOG.md has no date. It should look like "${wanted}".`]),
    ...(sections.get(title) ? [] : [`The section "${title}" of CHANGELOG.md is empty.`]),
    ...(sections.get('Unreleased')
      ? ['CHANGELOG.md still lists changes under "Unreleased". Move them to the version.']
      : []),
  ]
}

function readVersion(root: string, name: string): string {
  return JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')).version
}

function git(root: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args[0]} failed: ${(error?.message ?? stderr).trim()}`)
  return stdout.trimEnd()
}
