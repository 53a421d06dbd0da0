import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { signIn } from '#load/feedReader'
import { field } from '#load/untypedFields'

/** A person's browser that keeps every frame that it is sent, as text. */
export class Browser {
  readonly frames: string[] = []
  readonly cookie: string
  readonly #origin: string
  #socket: WebSocket | undefined

  private constructor(origin: string, cookie: string) {
    this.#origin = origin
    this.cookie = cookie
  }

  static async open(origin: string, team: string, user: string): Promise<Browser> {
    const browser = new Browser(origin, await signIn(origin, team, user))
    await browser.connect()
    return browser
  }

  async connect(hello: object = {}): Promise<void> {
    this.#socket?.close()
    const options: object = { headers: { cookie: this.cookie, origin: this.#origin } }
    const socket: WebSocket = Reflect.construct(WebSocket, [`${this.#origin.replace('http', 'ws')}/feed`, options])
    socket.addEventListener('message', ({ data }) => this.frames.push(String(data)))
    await once(socket, 'open')
    this.#socket = socket
    socket.send(JSON.stringify({ type: 'hello', protocol: 1, ...hello }))
    await this.#until(() => this.frames.some((frame) => frame.includes('"type":"welcome"')))
  }

  /** Sends a frame. Returns its answer if it has any. */
  async ask(frame: object): Promise<string> {
    const id = randomUUID()
    const from = this.frames.length
    this.#socket?.send(JSON.stringify({ id, ...frame }))
    const pong = () => this.frames.slice(from).some((one) => one.includes('"type":"pong"'))
    this.#socket?.send(JSON.stringify({ type: 'ping' }))
    await this.#until(pong)
    // A socket takes 200 frames in ten seconds.
    await sleep(110)
    return this.frames.slice(from).find((one) => one.includes(`"id":"${id}"`)) ?? ''
  }

  /** As `ask`, for what has to be done. Returns the ts. */
  async do(frame: object): Promise<string> {
    const answer = await this.ask(frame)
    const read: unknown = JSON.parse(answer || '{}')
    if (field(read, 'type') === 'refused') throw new Error(`${JSON.stringify(frame)} was refused: ${answer}`)
    return String(field(read, 'ts'))
  }

  close(): void {
    this.#socket?.close()
  }

  async #until(holds: () => boolean): Promise<void> {
    for (let i = 0; i < 1000 && !holds(); i++) await sleep(10)
    if (!holds()) throw new Error('The feed did not answer in ten seconds.')
  }
}
