/**
 * The page that the service worker shows in place of any other while the site cannot be reached, under the address that
 * was asked for. It says so in the visitor's language and asks again when the browser has a network, or when it is told
 * to.
 */
sayAway({
  zh: { title: "网络未连接", text: "暂时无法访问 Jadebox。您的钻石和物品都安全保存在服务器上。", retry: "重试" },
  en: {
    title: "No connection",
    text: "Jadebox cannot be reached. Your gems and items are safe on the server.",
    retry: "Try again",
  },
  pt: {
    title: "Sem conexão",
    text: "Não foi possível acessar o Jadebox. Suas gemas e seus itens estão seguros no servidor.",
    retry: "Tentar de novo",
  },
  ru: {
    title: "Нет соединения",
    text: "Jadebox недоступен. Ваши гемы и предметы в безопасности на сервере.",
    retry: "Повторить",
  },
  vi: {
    title: "Không có kết nối",
    text: "Không thể truy cập Jadebox. Gem và vật phẩm của bạn vẫn an toàn trên máy chủ.",
    retry: "Thử lại",
  },
});

addEventListener("online", () => location.reload());
