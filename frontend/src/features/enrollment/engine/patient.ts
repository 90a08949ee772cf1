const WAIT_MS = 2000;
const TRIES = 3;

/**
 * For React.lazy: a part of the wizard that can't be fetched is asked for again while the connection is away. A page that
 * gave up would take what was typed on it along.
 */
export const patient =
  <Part>(load: () => Promise<Part>) =>
  async (): Promise<Part> => {
    for (let failed = 0; ; ) {
      try {
        return await load();
      } catch (error) {
        if (navigator.onLine && ++failed === TRIES) throw error;
        await new Promise((again) => setTimeout(again, WAIT_MS));
      }
    }
  };
