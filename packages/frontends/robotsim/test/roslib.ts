/** The part of roslib that tests use: its own types are not found by Node's rules for modules. */
export interface Ros {
  on(event: 'connection' | 'error' | 'close', listener: (event: unknown) => void): void;
  connect(url: string): Promise<void>;
  close(): void;
  getTopics(
    callback: (result: { readonly topics: string[]; readonly types: string[] }) => void,
    fail: (error: unknown) => void,
  ): void;
  getTopicType(topic: string, callback: (type: string) => void, fail: (error: unknown) => void): void;
}

export interface Topic<T> {
  publish(message: T): void;
  subscribe(callback: (message: T) => void): void;
  unsubscribe(): void;
}

interface Roslib {
  readonly Ros: new (options: object) => Ros;
  readonly Topic: new <T>(options: {
    readonly ros: Ros;
    readonly name: string;
    readonly messageType: string;
  }) => Topic<T>;
}

export const { Ros, Topic } = (await import('roslib')) as unknown as Roslib;
