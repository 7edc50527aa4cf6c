/**
 * The maintenance page (product spec §2): /siteMaintain.html?timer=<ms since 1970 at which the site is to open>. It
 * asks the server itself from time to time, and leads back when that answers again. Nothing of the client is loaded
 * here.
 */
(() => {
  const { language, words } = sayAway({
    zh: {
      title: "网站维护中",
      text: "我们正在升级网站，您的钻石和物品都很安全。",
      opens: "距离开放还有",
      soon: "即将开放，页面会自动返回。",
      retry: "重试",
    },
    en: {
      title: "Down for maintenance",
      text: "We are working on the site. Your gems and items are safe.",
      opens: "Opens in",
      soon: "Opening soon: this page returns by itself.",
      retry: "Try again",
    },
    pt: {
      title: "Em manutenção",
      text: "Estamos trabalhando no site. Suas gemas e seus itens estão seguros.",
      opens: "Abre em",
      soon: "Abrindo em breve: esta página volta sozinha.",
      retry: "Tentar de novo",
    },
    ru: {
      title: "Технические работы",
      text: "Мы обновляем сайт. Ваши гемы и предметы в безопасности.",
      opens: "Откроется через",
      soon: "Скоро откроемся: эта страница вернёт вас сама.",
      retry: "Повторить",
    },
    vi: {
      title: "Đang bảo trì",
      text: "Chúng tôi đang nâng cấp trang web. Gem và vật phẩm của bạn vẫn an toàn.",
      opens: "Mở lại sau",
      soon: "Sắp mở lại: trang này sẽ tự quay về.",
      retry: "Thử lại",
    },
  });
  const ASK_MS = 10_000;
  const DAY_MS = 86_400_000;

  const at = (id) => document.getElementById(id);

  /** A number and nothing else: the address is anybody's to write. */
  const numeric = (value) => (/^\d{1,15}$/.test(value ?? "") ? Number(value) : 0);
  let endMs = numeric(new URLSearchParams(location.search).get("timer"));

  const two = (n) => String(n).padStart(2, "0");
  const show = () => {
    const left = endMs - Date.now();
    const counts = left > 0 && left < 30 * DAY_MS;
    at("timer").hidden = !counts;
    at("soon").hidden = counts;
    if (!counts) return;
    const seconds = Math.ceil(left / 1000);
    const days = Math.floor(seconds / 86_400);
    const clock = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(":");
    at("timer").textContent = days > 0 ? `${days}d ${clock}` : clock;
    at("timer").setAttribute("aria-label", `${words.opens} ${clock}`);
  };

  const ask = async () => {
    try {
      const response = await fetch("/api/main/getSmsStatus", { headers: { lang: language }, cache: "no-store" });
      const answer = await response.json();
      if (answer.code === 1000) endMs = numeric(String(answer.data?.untilMs ?? 0));
      else if (response.status < 500) location.replace("/");
    } catch {
      // still away
    }
    show();
  };

  show();
  setInterval(show, 1000);
  setInterval(ask, ASK_MS);
  void ask();
})();
