import { chosenTeam } from './pageTeam.ts'

/** A person of a team. */
export type Person = { team: string; user: string }

const prefix = 'rivulet.'
/** What belongs to the browser, whoever uses it. Everything else that is stored belongs to a person. */
const shared = ['theme', 'density', 'clock', 'language', 'single_keys']
/** Says who is signed in, so that the other pages of this browser notice that it is somebody else. */
const signedInKey = `${prefix}person`

let owner: Person | undefined
/** Who is signed in with this browser, as this page knows. */
let signedIn: string | undefined

/** Who is signed in on this page; undefined if nobody is, or not any more. */
export function ownerOfPage(): Person | undefined {
  return owner
}

/** [SES-14] Whether this browser is signed in to other teams too. */
export function isInSeveralTeams(): boolean {
  return signedIn?.includes(' ') === true
}

/** The team that this page shows or is about to show; undefined: the first that the browser is signed in to. */
export function teamOfPage(): string | undefined {
  return owner?.team ?? chosenTeam()
}

/** [SES-14] What requests name their team with. */
export function teamQuery(team = teamOfPage()): string {
  return team === undefined ? '' : `?team=${encodeURIComponent(team)}`
}

/**
 * [SES-11] From now on the storage belongs to this person. What it holds of anybody else is removed, except for that of `all`:
 * who is signed in with this browser, one person for each team.
 */
export function openStorageOf(person: Person | undefined, all: readonly Person[] = []): void {
  owner = person
  const people = [...new Set([...(person ? [person] : []), ...all].map(prefixOf))].toSorted()
  const kept = new Set([signedInKey, ...shared.map((key) => prefix + key)])
  forEachKey((key) => {
    if (!kept.has(key) && !people.some((one) => key.startsWith(one))) localStorage.removeItem(key)
  })
  signedIn = people.length > 0 ? people.join(' ') : undefined
  write(signedInKey, signedIn)
}

/** [SES-11] Removes what is stored of the person of this page, and stores nothing more. */
export function clearOwnStorage(): void {
  const person = owner
  owner = undefined
  if (person)
    forEachKey((key) => {
      if (key.startsWith(prefixOf(person))) localStorage.removeItem(key)
    })
}

/** Tells the other pages that nobody is signed in any more. */
export function announceSignOut(): void {
  signedIn = undefined
  write(signedInKey, undefined)
}

/** Calls back when another page of this browser says that the person signed out, or that somebody signed in. */
export function onOtherPerson(callback: () => void): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === signedInKey && newValue !== (signedIn ?? null)) callback()
  })
}

/** Reads a small setting of this browser; undefined if there is none, or no storage. */
export function readShared(key: string): string | undefined {
  return read(prefix + key)
}

/** Stores a setting of this browser, or removes it if `value` is undefined. */
export function writeShared(key: string, value: string | undefined): void {
  write(prefix + key, value)
}

/** Reads what this browser keeps of the person. */
export function readOwn(key: string): string | undefined {
  return owner && read(prefixOf(owner) + key)
}

/** Stores something of the person, or removes it if `value` is undefined. */
export function writeOwn(key: string, value: string | undefined): void {
  if (owner) write(prefixOf(owner) + key, value)
}

/** The values of the person whose keys begin with `start`. */
export function listOwn(start: string): string[] {
  const values: string[] = []
  if (!owner) return values
  const from = prefixOf(owner) + start
  forEachKey((key) => {
    const value = key.startsWith(from) ? read(key) : undefined
    if (value !== undefined) values.push(value)
  })
  return values
}

/** Calls back when another page of this browser removes or changes a value of the person whose key begins with `start`. */
export function onOwnChanged(start: string, callback: (rest: string, value: string | undefined) => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    const from = owner && prefixOf(owner) + start
    if (from !== undefined && key?.startsWith(from)) callback(key.slice(from.length), newValue ?? undefined)
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

function prefixOf({ team, user }: Person): string {
  return `${prefix}${team}.${user}.`
}

function forEachKey(callback: (key: string) => void): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) callback(key)
  } catch {
    // Without storage there are no keys.
  }
}

function read(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

function write(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // The storage is disabled or full: the value lasts as long as the page.
  }
}
