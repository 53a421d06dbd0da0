/** The values that would have been valid, if they can be listed. */
export type Constraint = { type: 'enum'; expected: string[] }

/** What is wrong, and where: an RFC 6901 JSON pointer that starts with the argument's name, such as `/blocks/0/text`. */
export type Fault = { message: string; pointer: string; constraint?: Constraint }

/**
 * The result of a check: the value, or the faults in it. `tooLong` says that there are too many items, or too many
 * characters in all of them together.
 */
export type Checked<T> = { ok: true; value: T } | Refused
export type Refused = { ok: false; faults: Fault[]; tooLong?: 'items' | 'text' }

/** [BLK-9] Nobody reads more, and each costs time. A check stops once it has found one more than these. */
export const maxFaults = 100

/** A fault as one line of `response_metadata.messages`: `[ERROR] … [json-pointer:/…]`. */
export function formatFault(fault: Fault): string {
  return `[ERROR] ${fault.message} [json-pointer:${fault.pointer}]`
}

/** Refuses with the first faults. If there are more, the last one says so, at the pointer of what was checked. */
export function refuse(faults: Fault[], pointer: string, tooLong?: Refused['tooLong']): Refused {
  const told = isFull(faults) ? [...faults.slice(0, maxFaults), { message: moreFaults, pointer }] : faults
  return tooLong ? { ok: false, faults: told, tooLong } : { ok: false, faults: told }
}

const moreFaults = `there are more faults than these ${maxFaults}: fix them, and check again`

/** Whether there are more faults than are told, so that the check can stop. */
export function isFull(faults: readonly Fault[]): boolean {
  return faults.length > maxFaults
}

/** Does not use `push(...)`, whose arguments may overflow the stack. */
export function addFaults(faults: Fault[], more: readonly Fault[]): void {
  for (const fault of more) faults.push(fault)
}
