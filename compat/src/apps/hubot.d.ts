// hubot and its adapter have no types of their own. This is what the tests use.
interface HubotResponse {
  match: string[]
  message: { user: { real_name: string } }
  send: (text: string) => void
  reply: (text: string) => void
}

declare module 'hubot' {
  export class Robot {
    constructor(adapter: null, httpd: boolean, name: string)
    logger: { level: string }
    adapter: unknown
    brain: { emit: (event: 'loaded') => void }
    hear(pattern: RegExp, answer: (response: HubotResponse) => void): void
    respond(pattern: RegExp, answer: (response: HubotResponse) => void): void
    messageRoom(room: string, text: string): void
    shutdown(): void
  }
}

declare module '@hubot-friends/hubot-slack/src/Bot.mjs' {
  export class SlackBot {
    constructor(robot: unknown, options: object)
    once(event: 'connected', done: (value: unknown) => void): void
    run(): Promise<void>
    client: { disconnect: () => void }
  }
}
