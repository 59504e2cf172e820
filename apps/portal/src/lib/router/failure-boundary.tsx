// Around a screen: if it breaks, a failure with 'Try again' takes its place; going elsewhere clears
// it.
import { Component, type ComponentType, type ReactNode } from 'react';

export type FailureProps = { readonly error: unknown; readonly reset: () => void };

type Props = {
  readonly failure: ComponentType<FailureProps>;
  /** The present address: a new one is a new try. */
  readonly at: string;
  readonly children: ReactNode;
};
type State = { readonly broken: { readonly error: unknown } | null; readonly at: string };

export class FailureBoundary extends Component<Props, State> {
  override state: State = { broken: null, at: this.props.at };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { broken: { error } };
  }

  static getDerivedStateFromProps({ at }: Props, state: State): State | null {
    return at === state.at ? null : { broken: null, at };
  }

  override render(): ReactNode {
    const { broken } = this.state;
    const Failure = this.props.failure;
    if (!broken) return this.props.children;
    return <Failure error={broken.error} reset={() => this.setState({ broken: null })} />;
  }
}
