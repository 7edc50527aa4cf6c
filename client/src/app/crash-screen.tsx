import { Component, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";

/** A page that threw. The rest of the site goes on. */
function CrashScreen() {
  const { t } = useTranslation("shell");
  return (
    <Empty text={t("crash.title")}>
      <p>{t("crash.text")}</p>
      <Button kind="primary" onClick={() => location.reload()}>
        {t("crash.reload")}
      </Button>
    </Empty>
  );
}

interface BoundaryProps {
  /** Another place is another chance. */
  place: string;
  children: ReactNode;
}

/** Catches what its children throw while drawing. */
export class CrashBoundary extends Component<BoundaryProps, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override componentDidUpdate({ place }: BoundaryProps) {
    if (this.state.crashed && place !== this.props.place) this.setState({ crashed: false });
  }

  override render() {
    return this.state.crashed ? <CrashScreen /> : this.props.children;
  }
}
