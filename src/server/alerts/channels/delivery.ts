/** What came of one attempt. */
export interface Delivery {
  wasTaken: boolean
  /** It is of no use to try again. */
  isFinal?: boolean
  /** What the other side answered, or why nothing came; without the channel's secrets. */
  answer: string
}
