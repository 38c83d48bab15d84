import type { Database } from '../../db/database.ts'
import { HttpError } from '../../http/http-error.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { actorOfToken } from './api-tokens.ts'
import {
  changeOperator,
  environmentOperatorName,
  operatorById,
  operatorNamed,
} from './operator-store.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { type Actor, Sessions } from './sessions.ts'
import { addSignInToken, takeSignInToken } from './sign-in-addresses.ts'
import { SignInLimits } from './sign-in-limits.ts'

type Opened = Awaited<ReturnType<Sessions['open']>>

/** Who is at the console where nobody has to sign in, whoever uses this machine; else whoever started the server. */
const ownerOfTheMachine: Actor = { user: null, role: 'admin', expires_at: null }

interface OperatorsDeps {
  database: Database
  secretBox: SecretBox
  now: () => Date
  isRequired: boolean
  hasPasswords: boolean
  admitsOwner: boolean
}

/** Signing in and out, and who has which session. */
export class Operators {
  readonly sessions: Sessions
  readonly isRequired: boolean
  /** False where the operator has turned passwords off: then a provider signs people in. */
  readonly hasPasswords: boolean
  /** Whoever started the server signs in, by an address that it gives them. */
  readonly admitsOwner: boolean
  readonly #database: Database
  readonly #limits: SignInLimits
  readonly #now: () => Date
  /** What a password is compared with when nobody has the name, so that it takes as long. */
  readonly #nobody: string

  private constructor(deps: OperatorsDeps, nobody: string) {
    this.#database = deps.database
    this.#now = deps.now
    this.isRequired = deps.isRequired
    this.hasPasswords = deps.hasPasswords && !deps.admitsOwner
    this.admitsOwner = deps.admitsOwner
    this.sessions = new Sessions(deps)
    this.#limits = new SignInLimits(deps.now)
    this.#nobody = nobody
  }

  static async open(deps: OperatorsDeps): Promise<Operators> {
    return new Operators(deps, deps.isRequired ? await hashPassword('nobody') : '')
  }

  /**
   * Who asks. A token that is sent counts, right or wrong, and no session beside it. Whoever holds the API key may read
   * the data directory: where the server belongs to whoever started it that is them.
   * @param isAgent whether an agent on this machine asks, who is not let in where everybody is
   */
  async actorOf(
    sessionId: string | undefined,
    token: string | undefined,
    holdsApiKey: boolean,
    isAgent: () => Promise<boolean>,
  ): Promise<Actor | null> {
    if (this.admitsOwner && holdsApiKey) return ownerOfTheMachine
    if (!this.isRequired && (holdsApiKey || !(await isAgent()))) return ownerOfTheMachine
    if (token !== undefined) return actorOfToken(this.#database, token, this.#now())
    return this.sessions.find(sessionId)
  }

  /**
   * 401 for a wrong name or password, 429 after too many of them, 403 where passwords are turned off.
   * @param browserOf the browser's id where this name has signed in with it before
   */
  async signIn(
    given: { name?: string | undefined; password: string },
    remoteAddress: string,
    browserOf: (name: string) => string | null,
  ): Promise<Opened> {
    if (!this.hasPasswords) {
      throw new HttpError(403, 'Nobody signs in with a password here: it is turned off.')
    }
    const name = given.name ?? environmentOperatorName
    const takeBack = this.#limits.begin(remoteAddress, name, browserOf(name))
    if (!takeBack) {
      throw new HttpError(429, 'Too many wrong passwords. Try again in a minute.')
    }
    const operator = await operatorNamed(this.#database, name)
    const isRight = await isPassword(given.password, operator?.password_hash ?? this.#nobody)
    if (!operator?.password_hash || operator.is_disabled || !isRight) {
      throw new HttpError(
        401,
        given.name === undefined
          ? 'The password is not right.'
          : 'The name or the password is not right.',
      )
    }
    takeBack()
    return this.sessions.open(operator, remoteAddress)
  }

  /** 401 for a token that was used, is too old or was never made; 404 where people sign in otherwise. */
  async signInOwner(token: string, remoteAddress: string): Promise<Opened> {
    this.#requireAddresses()
    if (!(await takeSignInToken(this.#database, token, this.#now()))) {
      throw new HttpError(
        401,
        'This address signs nobody in: it was used before, or is more than a day old.',
      )
    }
    return this.sessions.open(null, remoteAddress)
  }

  /** What an address that signs in holds. 404 where people sign in otherwise, 409 where nobody has to. */
  async addSignInToken(): Promise<string> {
    this.#requireAddresses()
    return addSignInToken(this.#database, this.#now())
  }

  #requireAddresses(): void {
    if (this.admitsOwner) return
    if (!this.isRequired) throw new HttpError(409, 'Nobody has to sign in here.')
    throw new HttpError(404, 'Nobody signs in by an address here.')
  }

  /** 403 when the current password is another; ends the operator's other sessions. */
  async changeOwnPassword(
    actor: Actor,
    sessionId: string | undefined,
    given: { current_password: string; new_password: string },
    remoteAddress: string,
    browserOf: (name: string) => string | null,
  ): Promise<void> {
    if (!actor.user) throw new HttpError(409, 'You have no user here, so there is no password.')
    const { name } = actor.user
    const takeBack = this.#limits.begin(remoteAddress, name, browserOf(name))
    if (!takeBack) {
      throw new HttpError(429, 'Too many wrong passwords. Try again in a minute.')
    }
    const known = await operatorById(this.#database, actor.user.id)
    if (known.password_hash === null) {
      takeBack()
      throw new HttpError(409, 'You sign in by a provider, so you have no password here.')
    }
    if (!(await isPassword(given.current_password, known.password_hash))) {
      throw new HttpError(403, 'The current password is not right.')
    }
    takeBack()
    await changeOperator(this.#database, known.id, {
      passwordHash: await hashPassword(given.new_password),
      at: this.#now(),
      exceptSession: sessionId,
    })
    this.sessions.forget()
  }
}
