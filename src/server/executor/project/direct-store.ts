import type { AsyncBatchedStore, BaseStore } from '@langchain/langgraph-checkpoint'

type Batched = typeof AsyncBatchedStore
type Wrapper = { store: BaseStore; running: boolean }

/**
 * The library puts a queue before the store that a run is given. The queue looks for work a thousand
 * times a second for as long as the run works, cannot list namespaces, and forgets what a put says of
 * its index. Our store needs no queue: from now on the wrappers of that copy of the library pass
 * everything on at once.
 */
export function withoutQueue(type: Batched): void {
  const direct = {
    start(this: Wrapper) {
      this.running = true
    },
    async stop(this: Wrapper) {
      this.running = false
    },
    get(this: Wrapper, ...given: Parameters<BaseStore['get']>) {
      return this.store.get(...given)
    },
    search(this: Wrapper, ...given: Parameters<BaseStore['search']>) {
      return this.store.search(...given)
    },
    put(this: Wrapper, ...given: Parameters<BaseStore['put']>) {
      return this.store.put(...given)
    },
    delete(this: Wrapper, ...given: Parameters<BaseStore['delete']>) {
      return this.store.delete(...given)
    },
    listNamespaces(this: Wrapper, ...given: Parameters<BaseStore['listNamespaces']>) {
      return this.store.listNamespaces(...given)
    },
    batch(this: Wrapper, ...given: Parameters<BaseStore['batch']>) {
      return this.store.batch(...given)
    },
  }
  Object.assign(type.prototype, direct)
}
