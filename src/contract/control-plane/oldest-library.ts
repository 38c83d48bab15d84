/** The oldest `@langchain/langgraph` whose graphs are run here: those before write checkpoints of another form. */
export const oldestLibrary = '0.4.0'
