import type { Database } from '../../db/database.ts'
import { HttpError } from '../../http/http-error.ts'
import { actorOfToken } from './api-tokens.ts'
import {
  changeOperator,
  environmentOperatorName,
  operatorById,
  operatorNamed,
} from './operator-store.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { type Actor, Sessions } from './sessions.ts'
import { SignInLimits } from './sign-in-limits.ts'

/** Who is at the console where nobody has to sign in: whoever uses this machine. */
const ownerOfTheMachine: Actor = { user: null, role: 'admin', expires_at: null }

/** Signing in and out, and who has which session. */
export class Operators {
  readonly sessions: Sessions
  readonly isRequired: boolean
  private readonly database: Database
  private readonly limits: SignInLimits
  private readonly now: () => Date
  /** What a password is compared with when nobody has the name, so that it takes as long. */
  private readonly nobody: string

  private constructor(
    deps: { database: Database; now: () => Date; isRequired: boolean },
    nobody: string,
  ) {
    this.database = deps.database
    this.now = deps.now
    this.isRequired = deps.isRequired
    this.sessions = new Sessions(deps.database, deps.now)
    this.limits = new SignInLimits(deps.now)
    this.nobody = nobody
  }

  static async open(deps: {
    database: Database
    now: () => Date
    isRequired: boolean
  }): Promise<Operators> {
    return new Operators(deps, deps.isRequired ? await hashPassword('nobody') : '')
  }

  /** Who asks. A token that is sent counts, right or wrong, and no session beside it. */
  async actorOf(sessionId: string | undefined, token: string | undefined): Promise<Actor | null> {
    if (!this.isRequired) return ownerOfTheMachine
    if (token !== undefined) return actorOfToken(this.database, token, this.now())
    return this.sessions.find(sessionId)
  }

  /** 401 for a wrong name or password, 429 after too many of them. */
  async signIn(
    given: { name?: string | undefined; password: string },
    remoteAddress: string,
  ): Promise<{ id: string; lifeSeconds: number; actor: Actor }> {
    const name = given.name ?? environmentOperatorName
    const takeBack = this.limits.begin(remoteAddress, name)
    if (!takeBack) {
      throw new HttpError(429, 'Too many wrong passwords. Try again in a minute.')
    }
    const operator = await operatorNamed(this.database, name)
    const isRight = await isPassword(given.password, operator?.password_hash ?? this.nobody)
    if (!operator || operator.is_disabled || !isRight) {
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

  /** 403 when the current password is another; ends the operator's other sessions. */
  async changeOwnPassword(
    actor: Actor,
    sessionId: string | undefined,
    given: { current_password: string; new_password: string },
    remoteAddress: string,
  ): Promise<void> {
    if (!actor.user)
      throw new HttpError(409, 'Nobody has to sign in here, so there is no password.')
    const takeBack = this.limits.begin(remoteAddress, actor.user.name)
    if (!takeBack) {
      throw new HttpError(429, 'Too many wrong passwords. Try again in a minute.')
    }
    const known = await operatorById(this.database, actor.user.id)
    if (!(await isPassword(given.current_password, known.password_hash))) {
      throw new HttpError(403, 'The current password is not right.')
    }
    takeBack()
    await changeOperator(this.database, known.id, {
      passwordHash: await hashPassword(given.new_password),
      at: this.now(),
      exceptSession: sessionId,
    })
    this.sessions.forget()
  }
}
