/**
 * The page that the service worker shows in place of any other while the site cannot be reached, under the address that
 * was asked for. It says so in the visitor's language and asks again when the browser has a network, or when it is told
 * to.
 */
(() => {
  const TEXTS = {
    zh: ["网络未连接", "暂时无法访问 Jadebox。您的钻石和物品都安全保存在服务器上。", "重试"],
    en: ["No connection", "Jadebox cannot be reached. Your gems and items are safe on the server.", "Try again"],
    pt: ["Sem conexão", "Não foi possível acessar o Jadebox. Suas gemas e seus itens estão seguros no servidor.", "Tentar de novo"],
    ru: ["Нет соединения", "Jadebox недоступен. Ваши гемы и предметы в безопасности на сервере.", "Повторить"],
    vi: ["Không có kết nối", "Không thể truy cập Jadebox. Gem và vật phẩm của bạn vẫn an toàn trên máy chủ.", "Thử lại"],
  };
  const TAGS = { zh: "zh-CN", en: "en", pt: "pt-BR", ru: "ru", vi: "vi" };

  let stored = "";
  try {
    stored = localStorage.getItem("language") ?? "";
  } catch {
    // storage is switched off
  }
  const wanted = (stored || navigator.language || "").toLowerCase().slice(0, 2).replace("vn", "vi");
  const language = wanted in TEXTS ? wanted : stored ? "zh" : "en";
  const [title, text, retry] = TEXTS[language];
  const at = (id) => document.getElementById(id);
  document.documentElement.lang = TAGS[language];
  document.title = `${title} · Jadebox`;
  at("title").textContent = title;
  at("text").textContent = text;
  at("retry").textContent = retry;

  addEventListener("online", () => location.reload());
})();
