/** The value of the Date header, formatted once a second. It is the machine's time, not that of the clock that tests advance. */
export class DateHeader {
  #second = 0
  #text = ''

  now(): string {
    const now = Math.trunc(Date.now() / 1000)
    if (now !== this.#second) this.#text = new Date((this.#second = now) * 1000).toUTCString()
    return this.#text
  }
}
