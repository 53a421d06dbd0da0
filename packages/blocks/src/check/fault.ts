/** The values that would have been valid, if they can be listed. */
export type Constraint = { type: 'enum'; expected: string[] }

/** What is wrong, and where: an RFC 6901 JSON pointer that starts with the argument's name, such as `/blocks/0/text`. */
export type Fault = { message: string; pointer: string; constraint?: Constraint }

/** The result of a check: the value, or every fault in it. `tooLong`: an array has more items than it may. */
export type Checked<T> = { ok: true; value: T } | { ok: false; faults: Fault[]; tooLong?: boolean }

/** A fault as one line of `response_metadata.messages`: `[ERROR] … [json-pointer:/…]`. */
export function formatFault(fault: Fault): string {
  return `[ERROR] ${fault.message} [json-pointer:${fault.pointer}]`
}

export function refuse(faults: Fault[]): { ok: false; faults: Fault[] } {
  return { ok: false, faults }
}

/** Does not use `push(...)`, whose arguments may overflow the stack. */
export function addFaults(faults: Fault[], more: readonly Fault[]): void {
  for (const fault of more) faults.push(fault)
}
